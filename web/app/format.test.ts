import { expect, it } from "vitest";
import { plural } from "./format.tsx";

it("counts one and several", () => {
  expect(plural(1, "piece")).toBe("1 piece");
  expect(plural(1_200, "company", "companies")).toBe("1,200 companies");
});
