// The page of one product for admins: all of it in one form, its history, and what is undone.
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { PartRecord } from "#contract/part-edits.ts";
import { aPart, aPartType } from "#seed/builders.ts";
import { makeJobsDue } from "#tests/builders/job.ts";
import { addTessaro } from "#tests/builders/vehicle.ts";
import { findAccessibilityFaults } from "#tests/find-accessibility-faults.ts";
import { openPageAs, toast } from "#tests/open-page-as.ts";
import { shareShop } from "#tests/open-shop.ts";
import { pressButton } from "#tests/page-actions.ts";
import { signUpAdmin } from "#tests/people.ts";

const openShop = shareShop({
  types: [
    aPartType({ slug: "filters", name: "Filters" }),
    aPartType({
      slug: "oil-filters",
      name: "Oil filters",
      parent: "filters",
      attributes: [{ name: "Diameter", unit: "mm", kind: "number", facet: true }],
    }),
  ],
});

/** Facts of cars are there for all tests of the file. */
let added: Promise<void> | undefined;

async function open(part: Parameters<typeof aPart>[0] = {}) {
  const shop = await openShop();
  added ??= addTessaro(shop.databaseUrl);
  await added;
  const admin = await signUpAdmin(shop);
  const { body } = await admin.send("POST", "/api/parts", aPart({ name: "Oil Filter", ...part }));
  const { insertedId: id } = body as { insertedId: string };
  const path = `/dashboard/manageProducts/${id}`;
  const page = await openPageAs(shop, admin, path, { expectedTroubles: /40[049]/ });
  await page.getByRole("form", { name: "Product" }).waitFor();
  const record = async () => (await admin.get(`/api/parts/${id}/record`)).body as PartRecord;
  const edit = (fields: object) => admin.send("PATCH", `/api/parts/${id}`, fields);
  return { shop, admin, id, page, record, edit };
}

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const shelf = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text });
const bar = (page: Page) => page.getByRole("region", { name: "Changes" });
const history = (page: Page) => page.getByRole("region", { name: "History" });
const save = (page: Page) => pressButton(page, "Save");

describe("the page of a product", () => {
  it("edits everything in one form, which is undone as a whole", async () => {
    const { admin, page, record } = await open();
    const other = aPart({ name: "Follower", number: "MP-2" });
    await admin.send("POST", "/api/parts", other);
    const before = await record();
    await field(page, "Name").fill("Oil Filter, tall");
    await bar(page).getByText("1 change: name").waitFor();
    await field(page, "Type").selectOption({ label: "Oil filters" });
    await field(page, "Diameter, mm").fill("76");
    await pressButton(page, "Add a further attribute");
    await field(page, "Attribute 1").fill("Colour");
    await field(page, "Value 1").fill("blue");
    await field(page, "Brand").fill("Partworks");
    await field(page, "Per Price").fill("39,20");
    await field(page, "Low stock from").fill("50");
    for (const [at, address] of ["one", "two"].entries()) {
      await pressButton(page, "Add a picture");
      await field(page, `Picture ${at + 1}`).fill(`/images/${address}.png`);
    }
    await pressButton(page, "Move picture 2 up");
    await pressButton(page, "Add a number");
    await field(page, "Brand 1").fill("Corvane");
    await field(page, "Number 1").fill("8V0 115");
    await pressButton(page, "Add a successor");
    await field(page, "Part number 1").fill("mp2");
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await page.keyboard.press("Control+s");
    await shelf(page, "is saved: name, type, brand").waitFor();
    await bar(page).waitFor({ state: "detached" });
    expect(await record()).toMatchObject({
      name: "Oil Filter, tall",
      type: "oil-filters",
      brand: "Partworks",
      price: 39.2,
      lowStock: 50,
      pictures: ["/images/two.png", "/images/one.png"],
      attributes: [
        { name: "Diameter", unit: "mm", value: 76 },
        { name: "Colour", value: "blue" },
      ],
      numbers: [{ kind: "oe", brand: "Corvane", written: "8V0 115" }],
      replacedBy: [{ number: "MP-2", name: "Follower" }],
    });
    await pressButton(page, "Undo");
    await shelf(page, "is as it was").waitFor();
    const { version: _, ...undone } = await record();
    const { version: __, ...was } = before;
    expect(undone).toEqual(was);
    await expect.poll(() => field(page, "Name").inputValue()).toBe("Oil Filter");
  });

  it("says why a picture from elsewhere could not be copied, and tries it again", async () => {
    const { shop, page } = await open({ img: "https://pictures.example/none.png" });
    const copyNow = async () => {
      await makeJobsDue(shop.shop.db, "copy-pictures");
      shop.shop.jobs.wake();
    };
    const why = page.getByText("not on the public internet");
    // It may have looked at this moment, before there was the product.
    const isCopied = async () => {
      await copyNow();
      return why.isVisible();
    };
    await expect.poll(isCopied).toBe(true);
    await page.getByText("Not copied, so customers do not see this picture.").waitFor();
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await pressButton(page, "try again now");
    await toast(page, "The shop fetches the picture again").waitFor();
    await expect.poll(isCopied).toBe(true);
  });

  it("asks before a price changes by more than half, as the list of products does", async () => {
    const { page, record } = await open();
    const dialog = page.getByRole("alertdialog", { name: "Change the price?" });
    await field(page, "Per Price").fill("15,93");
    await save(page);
    await dialog.getByText("That is 65 % less than $45.50.").waitFor();
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Not yet" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await record()).toMatchObject({ price: 45.5, version: 1 });
    await save(page);
    await dialog.getByRole("button", { name: "Change it to $15.93" }).click();
    await shelf(page, "is saved: price").waitFor();
    expect(await record()).toMatchObject({ price: 15.93, version: 2 });
    await pressButton(page, "Undo");
    await shelf(page, "is as it was").waitFor();
    expect(await record()).toMatchObject({ price: 45.5 });
    await field(page, "Per Price").fill("22.75");
    await save(page);
    await shelf(page, "is saved: price").waitFor();
    expect(await record()).toMatchObject({ price: 22.75 });
  });

  it("says at the field what is wrong, and follows what others save while nothing is edited", async () => {
    const { page, record, edit } = await open();
    await field(page, "Per Price").fill("45,999");
    await save(page);
    await page.getByText("Is “45,999” $45.99 or $45,999.00?").waitFor();
    await pressButton(page, "$45.99");
    await field(page, "Part number").fill("ä");
    await field(page, "Low stock from").fill("some");
    await save(page);
    await page.getByText("Must be a whole number").waitFor();
    await field(page, "Low stock from").fill("7");
    await save(page);
    await page.getByText("Please use only letters").waitFor();
    await expect
      .poll(() => field(page, "Part number").evaluate((one) => one === document.activeElement))
      .toBe(true);
    await expect.poll(() => field(page, "Per Price").inputValue()).toBe("45.99");
    await pressButton(page, "Discard");
    await bar(page).waitFor({ state: "detached" });
    expect(await record()).toMatchObject({ price: 45.5, lowStock: null, version: 1 });
    await edit({ name: "Theirs" });
    await expect.poll(() => field(page, "Name").inputValue()).toBe("Theirs");
  });

  it("asks before it is left or its tab is closed with changes, and not when they are saved", async () => {
    const { page } = await open();
    await field(page, "Name").press("End");
    await page.keyboard.type(", tall");
    await bar(page).getByText("1 change: name").waitFor();
    const asked = page.waitForEvent("dialog");
    await page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).toBe("beforeunload");
    await dialog.dismiss();
    await page.getByRole("link", { name: "Jobs" }).click();
    await pressButton(page, "Stay here");
    expect(await field(page, "Name").inputValue()).toBe("Oil Filter, tall");
    await page.getByRole("link", { name: "Jobs" }).click();
    await page.getByText("1 change of this product is not saved yet: name.").waitFor();
    await pressButton(page, "Leave");
    await page.getByRole("heading", { name: "Jobs", exact: true }).waitFor();
    await page.goBack();
    await field(page, "Name").fill("Oil Filter, short");
    await bar(page).getByText("1 change: name").waitFor();
    const wouldAsk = () =>
      page.evaluate(() => !dispatchEvent(new Event("beforeunload", { cancelable: true })));
    expect(await wouldAsk()).toBe(true);
    await save(page);
    await bar(page).waitFor({ state: "detached" });
    expect(await wouldAsk()).toBe(false);
  });

  it("shows both versions where somebody else was faster, with a choice for each field", async () => {
    const { admin, page, record, edit } = await open();
    await admin.send("POST", "/api/parts", aPart({ name: "Follower", number: "CV-1" }));
    await field(page, "Name").fill("Mine");
    await field(page, "Per Price").fill("50");
    await pressButton(page, "Add a successor");
    await field(page, "Part number 1").fill("CV-1");
    await field(page, "Reason 1").fill("Lighter");
    const terms = [{ fact: "built", to: 20141231 }];
    const replacedBy = [{ part: "CV-1", quantity: 2, since: "2020-01-01", terms }];
    const theirs = { name: "Theirs", brand: "Partworks", replacedBy };
    expect(await edit(theirs)).toMatchObject({ status: 200 });
    await bar(page).getByText("Somebody else has just changed this product").waitFor();
    await save(page);
    await page.getByRole("heading", { name: "Somebody else changed this product" }).waitFor();
    // Successors differ in words.
    const choice = page.getByRole("group", { name: "Replaced by" });
    await choice.getByText("1 × CV-1, choice 1. Reason: Lighter").waitFor();
    const inWords =
      "2 × CV-1, choice 1, since 1 Jan 2020. Only for cars: built before January 2015";
    await choice.getByText(inWords).waitFor();
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await pressButton(page, "Save these");
    await page.getByText("Please choose one of both").first().waitFor();
    await page.getByRole("group", { name: "Name" }).getByText("Mine").click();
    await choice.getByText(inWords).click();
    await pressButton(page, "Save these");
    await shelf(page, "is saved: name, price").waitFor();
    expect(await record()).toMatchObject({
      name: "Mine",
      brand: "Partworks",
      price: 50,
      replacedBy: [{ number: "CV-1", quantity: 2 }],
    });
  });

  it("shows and writes for which cars a successor is, and drops that with its number", async () => {
    const { admin, page, record, edit } = await open();
    await admin.send("POST", "/api/parts", aPart({ name: "Follower", number: "FC-1" }));
    await admin.send("POST", "/api/parts", aPart({ name: "Another", number: "FC-2" }));
    const terms = [
      { fact: "built", to: 20141231 },
      { fact: "built", from: 20100101 },
    ];
    const successors = async () =>
      (await record()).replacedBy.map(({ number, merges, terms }) => ({ number, merges, terms }));
    await edit({ replacedBy: [{ part: "FC-1", merges: true, terms }] });
    const conditions = page.getByRole("list", { name: "Only for cars" });
    await conditions.getByText("built from January 2010").waitFor();
    await pressButton(page, "Remove “built before January 2015” of successor 1");
    await save(page);
    await shelf(page, "is saved: successors").waitFor();
    expect(await successors()).toEqual([{ number: "FC-1", merges: true, terms: [terms[1]] }]);
    await field(page, "Part number 1").fill("FC-2");
    await expect.poll(() => conditions.count()).toBe(0);
    await field(page, "Part number 1").fill("FC-1");
    await conditions.getByText("built from January 2010").waitFor();
    await field(page, "Part number 1").fill("FC-2");
    await save(page);
    await expect.poll(successors).toEqual([{ number: "FC-2", merges: false, terms: [] }]);

    await pressButton(page, "Add a condition of successor 1");
    await field(page, "Condition 1 of successor 1").selectOption({ label: "Which engine?" });
    await save(page);
    const missing = "Which engine? Choose at least one answer";
    await page.getByRole("alert").getByText(missing, { exact: true }).waitFor();
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await page.getByRole("checkbox", { name: "2.0", exact: true }).check();
    await save(page);
    await conditions.getByText("engine 2.0").waitFor();
    await history(page)
      .getByText(/, then 1 × FC-2 \(Another\), choice 1.*Only for cars: engine 2\.0/)
      .waitFor();
    await pressButton(page, "Add a condition of successor 1");
    await field(page, "Condition 1 of successor 1").selectOption({ label: "When was it built?" });
    await field(page, "To 1 of successor 1").fill("2014-12-31");
    await save(page);
    await conditions.getByText("built before January 2015").waitFor();
    const [successor] = (await record()).replacedBy;
    const engine = { fact: "engine", any: [expect.any(Number)] };
    expect(successor?.terms).toEqual([engine, terms[0]]);
  });

  it("is hidden and shown at once, which keeps what is being edited, and makes a hidden copy", async () => {
    const numbers = [
      { kind: "oe", brand: "Corvane", written: "115 561", pieces: 1, note: "" },
      { kind: "gtin", brand: null, written: "4006381333931", pieces: 1, note: "" },
    ] as const;
    const { admin, id, page, record } = await open({ numbers: [...numbers], packOf: 4 });
    await field(page, "Name").fill("Mine");
    await pressButton(page, "Hide");
    await shelf(page, "is hidden: customers do not find it.").waitFor();
    expect(await record()).toMatchObject({ hidden: true, name: "Oil Filter" });
    const asCustomer = page.getByRole("link", { name: "See it as customers do" });
    await expect.poll(() => asCustomer.count()).toBe(0);
    await save(page);
    await shelf(page, "is saved: name").waitFor();
    await pressButton(page, "Show");
    await asCustomer.waitFor();
    await pressButton(page, "Duplicate");
    await page.getByRole("heading", { name: "Mine (copy)" }).waitFor();
    const copy = new URL(page.url()).pathname.split("/").at(-1);
    expect(copy).not.toBe(id);
    expect((await admin.get(`/api/parts/${copy}/record`)).body).toMatchObject({
      hidden: true,
      availablQuantity: 0,
      packOf: 4,
      numbers: [{ kind: "oe" }],
    });
    await page.goBack();
    await asCustomer.click();
    await page.getByRole("heading", { level: 1, name: "Mine" }).waitFor();
  });

  it("undoes any one change of its history, and a deletion", async () => {
    const { admin, id, page, record, edit } = await open();
    await edit({ price: 9.2 });
    await edit({ brand: "Partworks" });
    await history(page).getByText("$45.50, then $9.20").waitFor();
    await history(page).getByText("none, then Partworks").waitFor();
    await history(page).getByRole("button", { name: "Undo: Changed a price" }).click();
    await expect.poll(() => field(page, "Per Price").inputValue()).toBe("45.50");
    expect(await record()).toMatchObject({ price: 45.5, brand: "Partworks" });
    await history(page).getByText("$9.20, then $45.50").waitFor();
    const undo = history(page).getByRole("button", { name: "Undo: Changed a price" });
    // What is undone cannot be undone again, the undoing can.
    await expect.poll(() => undo.count()).toBe(1);
    await undo.click();
    await expect.poll(() => field(page, "Per Price").inputValue()).toBe("9.20");
    await admin.send("DELETE", `/api/parts/${id}`);
    await page.getByRole("heading", { name: "This product is not in the catalogue" }).waitFor();
    await history(page).getByRole("button", { name: "Undo: Deleted a product" }).click();
    await page.getByRole("form", { name: "Product" }).waitFor();
    expect((await admin.get(`/api/parts/${id}`)).status).toBe(200);
  });
});
