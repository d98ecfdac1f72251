// A file of prices, from the upload to the undo, on the pages of admins.
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { aPart } from "#seed/builders.ts";
import { addTessaro } from "#tests/builders/vehicle.ts";
import { findAccessibilityFaults } from "#tests/find-accessibility-faults.ts";
import { applyImport, checkFile, importFile } from "#tests/imports.ts";
import { blank } from "#tests/open-page.ts";
import { openPageAs } from "#tests/open-page-as.ts";
import type { OpenShop } from "#tests/open-shop.ts";
import { pressButton } from "#tests/page-actions.ts";
import { signUpAdmin } from "#tests/people.ts";
import { shareEmptyShop } from "#tests/share-empty-shop.ts";

const emptyShop = shareEmptyShop();
const parts = [
  aPart({ name: "Oil Filter", number: "PW-1042", priceCents: 895 }),
  aPart({ name: "Air Filter", number: "PW-2208", priceCents: 1_290 }),
];

async function open() {
  const shop = await emptyShop({ parts });
  return { shop, admin: await signUpAdmin(shop) };
}

async function upload(page: Page, text: string) {
  const file = { name: "prices.csv", mimeType: "text/csv", buffer: Buffer.from(text) };
  await page.getByLabel("CSV file").setInputFiles(file);
  await pressButton(page, "Check this file");
}

async function readPrices({ get }: OpenShop): Promise<number[]> {
  return ((await get("/api/parts")).body as { price: number }[]).map(({ price }) => price);
}

/** They stay when the shop is emptied. */
let added: Promise<void> | undefined;
const addCars = ({ databaseUrl }: OpenShop) => {
  added ??= addTessaro(databaseUrl);
  return added;
};

const state = (page: Page, text: string) =>
  page.getByRole("status").getByText(text, { exact: true }).waitFor();

async function undo(page: Page): Promise<void> {
  await pressButton(page, "Undo this import");
  await pressButton(page, "Undo it");
}

it("a file is refused with the reason, or checked, shown with its findings, applied and undone", async () => {
  const { shop, admin } = await open();
  const page = await openPageAs(shop, admin, "/dashboard/imports");
  await pressButton(page, "Check this file");
  await page.getByRole("alert").getByText("Please choose a file.").waitFor();
  await upload(page, 'part,price\nPW-1042,"9\n');
  await state(page, "Checked, not applied");
  await page.getByText("opens in line 2 is never closed").waitFor();
  await expect.poll(() => page.getByRole("button", { name: /^Apply/ }).count()).toBe(0);
  await page.getByRole("link", { name: "Imports" }).first().click();
  // The ending says what else it may be.
  const aces = page.getByRole("radio", { name: "Vehicles (ACES)" });
  const chosen = (name: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from("x") });
  await page.getByLabel("CSV file").setInputFiles(chosen("maker.XML"));
  await expect.poll(() => aces.isChecked()).toBe(true);
  await page.getByLabel("XML file").setInputFiles(chosen("cars.csv"));
  const vehicles = page.getByRole("radio", { name: "Vehicles", exact: true });
  await expect.poll(() => vehicles.isChecked()).toBe(true);
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export prices" }).click();
  expect((await downloading).suggestedFilename()).toBe("prices.csv");

  await page.getByRole("radio", { name: "Prices", exact: true }).check();
  await upload(page, "part;price\nPW-1042;9,20\nPW-2208;129\nPW-404;1\n");
  await state(page, "Checked, not applied");
  const findings = page.getByRole("table", { name: "Findings" });
  await findings.getByRole("row").filter({ hasText: "There is no part PW-404" }).waitFor();
  await findings.getByRole("row").filter({ hasText: "from 12.90 to 129.00" }).waitFor();
  const changed = page.getByRole("table", { name: "Difference" }).getByRole("row");
  const corrected = changed.filter({ hasText: "PW-1042" }).filter({ hasText: "8.95" });
  await corrected.waitFor();
  expect((await corrected.boundingBox())?.height, "a row of one line").toBeLessThan(50);
  expect(await findAccessibilityFaults(page)).toEqual([]);
  expect(await readPrices(shop)).toEqual([8.95, 12.9]);

  const apply = page.getByRole("button", { name: "Apply 2 changes" });
  await expect.poll(() => apply.getAttribute("aria-disabled")).toBe("true");
  await page.getByRole("checkbox", { name: "Leave out the 1 refused line" }).check();
  await page.getByRole("checkbox", { name: "The 1 line to confirm is meant so" }).check();
  await apply.click();
  await state(page, "Applied");
  expect(await readPrices(shop)).toEqual([9.2, 129]);

  await pressButton(page, "Undo this import");
  const question = page.getByRole("alertdialog", { name: "Undo this import?" });
  await question.getByText("give 2 lines their earlier values").waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await question.getByRole("button", { name: "Keep it" }).click();
  await question.waitFor({ state: "hidden" });
  expect(await readPrices(shop)).toEqual([9.2, 129]);
  await undo(page);
  await state(page, "Undone");
  expect(await readPrices(shop)).toEqual([8.95, 12.9]);
  await pressButton(page, "Discard");
  await page.getByRole("heading", { name: "Imports" }).waitFor();
});

it("shows at once what another admin does with it, and what has changed meanwhile", async () => {
  const { shop, admin } = await open();
  const mine = await checkFile(admin, "prices", "part,price\nPW-1042,9\n");
  const other = await checkFile(admin, "prices", "part,price\nPW-1042,10\n");
  const page = await openPageAs(shop, admin, `/dashboard/imports/${mine._id}`);
  await state(page, "Checked, not applied");
  await applyImport(await signUpAdmin(shop), other);
  await pressButton(page, "Apply 1 change");
  await page.getByRole("alert").getByText("Nothing was applied. 1 line has changed").waitFor();
  await page.getByText("The price was 8.95, and is 10.00 now").waitFor();
  await pressButton(page, "Look again");
  await page.getByRole("button", { name: "Apply 1 change" }).waitFor();
  await applyImport(admin, mine);
  await state(page, "Applied");
  expect(await readPrices(shop)).toEqual([9, 12.9]);
});

it("shows how far it is, and what became of it", async () => {
  const { shop, admin } = await open();
  const mine = await checkFile(admin, "prices", "part,price\nPW-1042,9\nPW-2208,10\n");
  const page = await openPageAs(shop, admin, blank);
  // As long as it says so, of an import that is slower.
  let shown: object = { state: "checking", progress: { done: 512, of: 2_048 } };
  await page.route(`**/api/imports/${mine._id}`, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), ...shown } });
  });
  await page.goto(`${shop.url}/dashboard/imports/${mine._id}`);
  const bar = (name: string) => page.getByRole("progressbar", { name });
  await page.getByText("25 %. You may leave this page.").waitFor();
  expect(await bar("Being checked").getAttribute("value")).toBe("25");
  expect(await findAccessibilityFaults(page)).toEqual([]);
  shown = { state: "applying", progress: { done: 1, of: 2 } };
  await page.getByText("50 %, 1 of 2 lines. You may leave this page.").waitFor();
  expect(await bar("Being applied").getAttribute("value")).toBe("50");
  await applyImport(admin, mine);
  shown = {};
  await state(page, "Applied");
  expect(await page.getByRole("progressbar").count()).toBe(0);
  expect(await readPrices(shop)).toEqual([9, 10]);
});

it("is in the history of its part, where its line is undone", async () => {
  const { shop, admin } = await open();
  const { number } = await importFile(admin, "prices", "part,price\nPW-1042,9\n");
  const { body } = await admin.get("/api/parts/PW-1042");
  const part = (body as { _id: string })._id;
  const page = await openPageAs(shop, admin, `/dashboard/manageProducts/${part}`);
  const change = page.getByRole("listitem").filter({ hasText: `Import ${number}, line 2` });
  await change.getByText("8.95, then 9.00").waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await pressButton(page, `Undo line 2 of import ${number}`);
  await change.getByText("undone since").waitFor();
  await page.getByText("Undid a change by an import").waitFor();
  expect(await readPrices(shop)).toEqual([8.95, 12.9]);
  await change.getByRole("link", { name: `Import ${number}` }).click();
  await page.getByRole("heading", { name: `Import ${number}` }).waitFor();
});

it("asks how many lines a complete file takes away, and shows them before", async () => {
  const { shop, admin } = await open();
  await addCars(shop);
  const type = { slug: "discs", name: "Brake discs" };
  expect((await admin.send("POST", "/api/part-types", type)).status).toBe(200);
  await importFile(
    admin,
    "parts",
    "part,type,minimum_quantity\nPW-1042,discs,0\nPW-2208,discs,0\n",
  );
  const header = "part,make,model,year_from\n";
  const line = (part: string) => `${part},Tessaro,Vero,2014\n`;
  await importFile(admin, "applications", header + line("PW-1042") + line("PW-2208"));
  const page = await openPageAs(shop, admin, "/dashboard/imports");
  await page.getByRole("radio", { name: "Vehicles", exact: true }).check();
  await page.getByRole("checkbox", { name: /^The file is complete/ }).check();
  await upload(page, header + line("PW-1042"));
  await state(page, "Checked, not applied");
  const gone = page.getByRole("table", { name: "Difference" }).getByRole("row");
  await gone.filter({ hasText: "PW-2208" }).filter({ hasText: "not in the file" }).waitFor();
  await page.getByText("PW-2208 loses 1 model year").waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  const apply = page.getByRole("button", { name: "Apply 1 change" });
  await expect.poll(() => apply.getAttribute("aria-disabled")).toBe("true");
  await page.getByLabel(/^This takes away 1 line of 2/).fill("1");
  await apply.click();
  await state(page, "Applied");
  await undo(page);
  await state(page, "Undone");
});
