// Each screen (tests/screens.ts), for everyone: in both themes, on a phone and on a desk, by keyboard, with
// large letters.
import { it } from "vitest";
import { checkScreens } from "#tests/screens/check-screens.ts";

it("every screen of visitors holds for everyone", async () => {
  await checkScreens("visitor");
});

it("every screen of customers holds for everyone", async () => {
  await checkScreens("newcomer", "customer");
});

it("every screen of admins holds for everyone", async () => {
  await checkScreens("admin");
});
