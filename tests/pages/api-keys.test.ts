import { expect, it } from "vitest";
import { findAccessibilityFaults } from "#tests/find-accessibility-faults.ts";
import { openPageAs } from "#tests/open-page-as.ts";
import { fillFields, pressButton } from "#tests/page-actions.ts";
import { openVisitor, signUpAdmin } from "#tests/people.ts";
import { shareEmptyShop } from "#tests/share-empty-shop.ts";

const emptyShop = shareEmptyShop();

it("makes a key, shows it once, and ends it", async () => {
  const shop = await emptyShop();
  const page = await openPageAs(shop, await signUpAdmin(shop), "/dashboard/apiKeys", {
    expectedTroubles: /400/,
  });
  await page.getByText("No keys yet").waitFor();
  await pressButton(page, "Make a key");
  await page.getByText("Name is Required").waitFor();
  await fillFields(page, { "Name of the program": "Report" });
  await pressButton(page, "Make a key");
  const key = await page.getByText(/^pk_/).textContent();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  const program = openVisitor(shop, { authorization: `Bearer ${key}` });
  expect((await program.get("/api/user")).status).toBe(200);
  await page.reload();
  const row = page.getByRole("table", { name: "API keys" }).getByRole("row");
  await row.filter({ hasText: "Report" }).waitFor();
  await expect.poll(() => page.getByText(/^pk_/).count()).toBe(0);
  await pressButton(page, "End the key Report");
  await pressButton(page, "End the key");
  await page.getByText("No keys yet").waitFor();
  expect((await program.get("/api/user")).status).toBe(401);
});
