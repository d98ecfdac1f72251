// Each page of admins as it is opened on a phone; proofs/screens.test.ts has its states, themes and sizes.
import { it } from "vitest";
import { checkPages } from "#tests/screens/check-screens.ts";

it("every page of admins holds on a phone", async () => {
  await checkPages("admin");
});
