// The checks that every test ends with can fail.
import { connect } from "node:net";
import { expect, it } from "vitest";
import { expectWarning, warningsSoFar } from "./fail-on-warnings.ts";

it("hears what is complained on the console", () => {
  expectWarning(/careful/);
  console.warn("careful", 1);
  console.error(new Error("careful"));
  expect(warningsSoFar()).toEqual(["careful 1", expect.stringContaining("Error: careful")]);
});

it("hears of connections to elsewhere, and makes none", async () => {
  expectWarning(/192\.0\.2\.1|nowhere\.invalid/);
  expect(() => connect(80, "192.0.2.1")).toThrow("this machine only");
  await expect(fetch("http://nowhere.invalid/")).rejects.toThrow();
  expect(warningsSoFar()).toHaveLength(2);
});
