import { json, text } from "node:stream/consumers";
import { expect, it } from "vitest";
import type { SettingsFile, SettingsRecord } from "#contract/settings.ts";
import { findAccessibilityFaults } from "#tests/find-accessibility-faults.ts";
import { openPage } from "#tests/open-page.ts";
import { openPageAs } from "#tests/open-page-as.ts";
import { aStockedPart, placeOrder } from "#tests/orders.ts";
import { waitForLetter } from "#tests/outbox.ts";
import { fillFields, holdRequests, pressButton } from "#tests/page-actions.ts";
import { signUp, signUpAdmin } from "#tests/people.ts";
import { noisePicture } from "#tests/pictures.ts";
import { saveSettings } from "#tests/save-settings.ts";
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
  const frame = preview.getByTitle("The letter");
  const shown = () =>
    frame.evaluate((element: HTMLIFrameElement) => {
      const { body, defaultView } = element.contentDocument as Document & { defaultView: Window };
      const bold = body.querySelector("td strong");
      return {
        text: body.innerText,
        padding: defaultView.getComputedStyle(body).padding,
        bold: bold?.textContent,
      };
    });
  await expect.poll(shown).toMatchObject({
    text: expect.stringMatching(/Hello Vera Lind,[\s\S]*Pay this order/),
    padding: "24px 16px",
    bold: "Brake Disc",
  });
  await fillFields(page, { Text: "many thanks for {orders}!" });
  await page.getByText("There is no {orders} in this letter.").waitFor();
  await pressButton(page, "Save");
  await page.getByRole("option", { name: "Ordered (wrong)" }).waitFor({ state: "attached" });
  await fillFields(page, { Text: "many thanks for {order}!" });
  await preview.getByText("many thanks for 2 × Brake Disc!").waitFor();
  await expect.poll(async () => (await shown()).text).toContain("many thanks for 2 × Brake Disc!");
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

it("rates of tax leave as CSV, and a file fills the form, or is refused with its line", async () => {
  const shop = await emptyShop();
  const admin = await signUpAdmin(shop);
  const page = await openPageAs(shop, admin, "/dashboard/settings?section=tax", {
    expectedTroubles: /400/,
  });
  const chooseFile = (file: string) =>
    page
      .getByLabel("Take over rates from a CSV file")
      .setInputFiles({ name: "rates.csv", mimeType: "text/csv", buffer: Buffer.from(file) });
  const head = "country,region,class,percent,contained,first_day,last_day,name";
  await chooseFile(`${head}\nDE,,standard,many,yes,,,VAT\n`);
  await page.getByText("Line 2: “many” is no percentage. Write it as 19 or 8.25.").waitFor();
  await chooseFile(`${head}\nDE,,standard,19,yes,,,VAT\nDE,,standard,16,yes,2026-12-01,,VAT\n`);
  await pressButton(page, "Save");
  const contradiction = page.getByText("These settings contradict each other.");
  await contradiction.waitFor();
  await page.getByText("There is another rate for this place, class and time").waitFor();
  await chooseFile(`${head}\nDE,,standard,19,yes,,,VAT\nFR,,standard,"20",yes,,,TVA\n`);
  const taken = page.getByText("2 rates read in place of those that were here.");
  await contradiction.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Discard" }).click();
  await taken.waitFor({ state: "hidden" });
  await chooseFile(`${head}\nDE,,standard,19,yes,,,VAT\nFR,,standard,"20",yes,,,TVA\n`);
  await taken.waitFor();
  await pressButton(page, "Save");
  await page.getByText("Saved. It is in force now.").waitFor();
  expect(await taken.innerText()).not.toContain("saved");
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download the rates as CSV" }).click();
  const file = await text(await (await downloading).createReadStream());
  expect(file.replaceAll("\r\n", "\n")).toContain("FR,,standard,20,yes,,,TVA\n");
});

it("numbers follow what is discarded, saved by others, or typed while the form is saved", async () => {
  const shop = await emptyShop();
  const admin = await signUpAdmin(shop);
  await saveSettings(admin, { holds: { ordersEach: 3, closeDays: 14 } });
  const page = await openPageAs(shop, admin, "/dashboard/settings?section=holds");
  const orders = page.getByLabel("Unpaid orders of one person that keep stock");
  const days = page.getByLabel("Days after which an unpaid order is closed");
  await expect.poll(() => orders.inputValue()).toBe("3");
  await orders.fill("9");
  await pressButton(page, "Discard");
  await expect.poll(() => orders.inputValue()).toBe("3");
  await saveSettings(admin, { holds: { ordersEach: 4 } });
  // The settings are read again when one comes back to the page.
  await page.evaluate(() => dispatchEvent(new Event("visibilitychange")));
  await expect.poll(() => orders.inputValue()).toBe("4");

  const save = await holdRequests(page, "**/api/settings");
  await orders.fill("5");
  const sent = page.waitForRequest((request) => request.method() === "PUT");
  await page.keyboard.press("Control+s");
  await sent;
  await days.fill("20");
  save();
  await page.getByText("Saved. It is in force now.").waitFor();
  await page.getByText("Not saved yet").waitFor();
  expect([await orders.inputValue(), await days.inputValue()]).toEqual(["5", "20"]);
  await pressButton(page, "Save");
  await page.getByRole("button", { name: "Save" }).waitFor({ state: "detached" });
  const records = (await admin.get("/api/settings")).body as SettingsRecord[];
  const { value } = records.find(({ section }) => section === "holds") ?? {};
  expect(value).toMatchObject({ ordersEach: 5, closeDays: 20 });
});

it("a logo and the opening hours are set, and stand where customers look", async () => {
  const shop = await emptyShop();
  const page = await openPageAs(shop, await signUpAdmin(shop), "/dashboard/settings");
  const image = {
    name: "logo.png",
    mimeType: "image/png",
    buffer: await noisePicture().png().toBuffer(),
  };
  await page.getByLabel("Upload a logo").setInputFiles(image);
  const src = await page.getByRole("img", { name: "The logo" }).getAttribute("src");
  expect(src).toMatch(/^\/images\/[0-9a-f]{32}\/960\.webp$/);
  await fillFields(page, {
    "Opening hours": "Every day from 7 to 19",
    "E-mail": "us@shop.example",
  });
  await pressButton(page, "Save");
  await page.getByText("Saved. It is in force now.").waitFor();
  await shop.shop.events.catchUp();

  const contact = await openPage(`${shop.url}/contact`);
  await contact.getByText("Every day from 7 to 19").waitFor();
  await expect.poll(() => contact.getByText("Dhaka 1208").count()).toBe(1);
  await expect.poll(() => contact.getByRole("link", { name: /^\+880/ }).count()).toBe(3);
  await expect.poll(() => contact.getByRole("link", { name: "us@shop.example" }).count()).toBe(1);
  const logo = contact.locator("header img");
  await expect
    .poll(() => logo.evaluate((img: HTMLImageElement) => img.decode().then(() => img.width > 0)))
    .toBe(true);
  await expect
    .poll(() => contact.getByRole("link", { name: "Partwright, home page" }).count())
    .toBe(1);
  const shared = contact.locator('meta[property="og:image"]');
  await expect.poll(() => shared.getAttribute("content")).toBe(`${shop.shop.origin}${src}`);
  const vera = await signUp(shop);
  await placeOrder(vera, await aStockedPart(shop, { name: "Gasket" }), { quantity: 2 });
  expect(await waitForLetter(shop, 1, vera)).toContain(`<img src="${shop.shop.origin}${src}"`);

  await pressButton(page, "Remove the logo");
  await pressButton(page, "Save");
  await page.getByRole("img", { name: "The logo" }).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Save" }).waitFor({ state: "detached" });
  await shop.shop.events.catchUp();
  await contact.reload();
  await expect.poll(() => logo.count()).toBe(0);
});
