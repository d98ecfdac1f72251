// Each screen of visitors (tests/screens.ts), for everyone: in both themes, on a phone and on a desk, by
// keyboard, with large letters.
import { it } from "vitest";
import { checkScreens } from "#tests/screens/check-screens.ts";

it("every screen of visitors holds for everyone", { timeout: 900_000 }, async () => {
  await checkScreens("visitor");
});
