import { json } from "node:stream/consumers";
import { expect, it } from "vitest";
import type { SettingsFile } from "#contract/settings.ts";
import { findAccessibilityFaults } from "#tests/find-accessibility-faults.ts";
import { openPage } from "#tests/open-page.ts";
import { openPageAs } from "#tests/open-page-as.ts";
import { aStockedPart, placeOrder } from "#tests/orders.ts";
import { waitForLetter } from "#tests/outbox.ts";
import { fillFields, pressButton } from "#tests/page-actions.ts";
import { signUp, signUpAdmin } from "#tests/people.ts";
import { shareEmptyShop } from "#tests/share-empty-shop.ts";

const emptyShop = shareEmptyShop();

it("a letter is written anew beside its preview, and sent so", async () => {
  const shop = await emptyShop();
  const admin = await signUpAdmin(shop);
  const page = await openPageAs(shop, admin, "/dashboard/settings?section=letters", {
    expectedTroubles: /400/,
  });
  const preview = page.getByRole("region", { name: "Preview" });
  await preview.getByText("thank you for your order of 23 November 2026").waitFor();
  await fillFields(page, { Text: "many thanks for {orders}!" });
  await page.getByText("There is no {orders} in this letter.").waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await pressButton(page, "Save");
  await page.getByRole("option", { name: "Ordered (wrong)" }).waitFor({ state: "attached" });
  await fillFields(page, { Text: "many thanks for {order}!" });
  await preview.getByText("many thanks for 2 × Brake Disc!").waitFor();
  await pressButton(page, "Save");
  await page.getByText("Saved. It is in force now.").waitFor();
  await shop.shop.events.catchUp();
  const vera = await signUp(shop);
  await placeOrder(vera, await aStockedPart(shop, { name: "Gasket" }), { quantity: 2 });
  expect(await waitForLetter(shop, 1, vera)).toMatch(/many thanks for 2 \S+ Gasket!/);
  await pressButton(page, "Reset to the original");
  await preview.getByText("thank you for your order of 23 November 2026").waitFor();
});

it("settings leave as a file, and come back after a look at what would change", async () => {
  const shop = await emptyShop();
  const admin = await signUpAdmin(shop);
  const page = await openPageAs(shop, admin, "/dashboard/settings");
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download the settings" }).click();
  const file = (await json(await (await downloading).createReadStream())) as SettingsFile;
  const company = { ...file.sections.company, openingHours: "Monday to Friday, 9 to 17" };
  const chooseFile = (name: string, text: string) =>
    page
      .getByLabel("Take over settings from a file")
      .setInputFiles({ name, mimeType: "application/json", buffer: Buffer.from(text) });
  await chooseFile("letter.json", "Dear shop");
  await page.getByText("This is no file of settings.").waitFor();
  await chooseFile("settings.json", JSON.stringify({ ...file, sections: { company } }));
  await page.getByRole("table", { name: "What would change" }).getByText("openingHours").waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await pressButton(page, "Save these settings");
  await page.getByText("Saved. It is in force now.").waitFor();
  const imprint = await openPage(`${shop.url}/imprint`);
  await imprint.getByText("Monday to Friday, 9 to 17").waitFor();
});
