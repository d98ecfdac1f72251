// Who the people are, what rights they have, and what an owner does for them.
import { expect, it } from "vitest";
import { addOrders } from "#tests/builders/order.ts";
import { addPeople, limitRole } from "#tests/builders/person.ts";
import { findAccessibilityFaults } from "#tests/find-accessibility-faults.ts";
import { openPageAs } from "#tests/open-page-as.ts";
import { aStockedPart } from "#tests/orders.ts";
import { fillFields, pressButton } from "#tests/page-actions.ts";
import { type SignedIn, signUp, signUpAdmin } from "#tests/people.ts";
import { saveSettings } from "#tests/save-settings.ts";
import { shareEmptyShop } from "#tests/share-empty-shop.ts";

const emptyShop = shareEmptyShop();

it("an owner finds people, gives a role and takes it back, and erases who asks for it", async () => {
  const shop = await emptyShop();
  const [admin, vera] = [await signUpAdmin(shop), await signUp(shop, { name: "Vera Lind" })];
  await signUp(shop, { name: "Zoe Adams", email: "zoe@example.com" });
  const page = await openPageAs(shop, admin, "/dashboard/people", {
    // Of the person who was erased, before the list is shown.
    expectedTroubles: /404/,
  });
  const row = (text: string) =>
    page.getByRole("table", { name: "People" }).getByRole("row").filter({ hasText: text });
  await row("Zoe Adams").waitFor();
  const spent = page.getByRole("columnheader", { name: "Spent" });
  await spent.getByRole("button").click();
  await expect.poll(() => spent.getAttribute("aria-sort")).toBe("ascending");
  await row("Zoe Adams").waitFor();
  await pressButton(page, "Filter");
  await page.getByRole("combobox", { name: "Role" }).selectOption({ label: "Owner" });
  await pressButton(page, "Done");
  await row("Zoe Adams").waitFor({ state: "detached" });
  await row("Ada Wright").waitFor();
  await pressButton(page, "Role: Owner, remove the filter");
  await page.getByRole("searchbox", { name: "Find a person" }).fill("vera");
  await row("Zoe Adams").waitFor({ state: "detached" });
  await row("Vera Lind").getByRole("link").click();

  await page.getByRole("heading", { name: "Vera Lind" }).waitFor();
  const role = (name: RegExp) => page.getByRole("radio", { name });
  const question = page.getByRole("alertdialog", { name: "Give the role “Owner”?" });
  await role(/^Owner/).click();
  await question.getByText(`Vera Lind, ${vera.email}, may do everything at once`).waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await pressButton(page, "Cancel");
  await question.waitFor({ state: "detached" });
  expect(await role(/^Customer/).isChecked()).toBe(true);
  expect((await vera.get("/api/user")).status).toBe(403);
  await role(/^Catalogue/).click();
  await page.getByText("may change products, prices, stock and imports").waitFor();
  await pressButton(page, "Give the role");
  await page.getByText("Vera Lind has the role “Catalogue” now.").waitFor();
  expect((await vera.get("/api/user")).status).toBe(200);
  await pressButton(page, "Undo");
  await page.getByText("Vera Lind is a customer like others now.").waitFor();
  expect((await vera.get("/api/user")).status).toBe(403);
  await pressButton(page, "Sign out everywhere");
  await page.getByText("Vera Lind is signed out everywhere.").waitFor();

  await fillFields(page, { "Their e-mail, to be sure": vera.email });
  await pressButton(page, "Erase their data");
  await pressButton(page, "Erase for good");
  await page.getByText("The data of Vera Lind is erased.").waitFor();
  await page.getByRole("heading", { name: "People" }).waitFor();
  await row("Zoe Adams").waitFor();
  await expect.poll(() => row("Vera Lind").count()).toBe(0);
});

it("a person's orders are those they placed, under whichever e-mail, and lead to all of them", async () => {
  const shop = await emptyShop();
  const admin = await signUpAdmin(shop);
  const ann = await signUp(shop, { name: "Ann Berg", email: "ann@example.com" });
  const joann = await signUp(shop, { name: "Joann Lind", email: "joann@example.com" });
  const order = ({ user, email }: SignedIn, product: string) => ({ user, email, product });
  await addOrders(shop, [
    ...Array.from({ length: 6 }, () => order({ ...ann, email: "before@example.com" }, "Belt")),
    ...Array.from({ length: 6 }, () => order(joann, "Hose")),
  ]);
  const page = await openPageAs(shop, admin, `/dashboard/people/${ann.user._id}`);
  const newest = page.getByRole("region", { name: "Newest orders" });
  await expect.poll(() => newest.getByText("2 × Belt").count()).toBe(5);
  await newest.getByRole("link", { name: "All orders of Ann Berg" }).click();
  const table = page.getByRole("table", { name: "Orders" });
  await expect.poll(() => table.getByRole("row").count()).toBe(7);
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await pressButton(page, "Placed by: Ann Berg, remove the filter");
  await expect.poll(() => table.getByRole("row").count()).toBe(13);
});

it("a change of prices shows whose each person has, and leaves out who has them already", async () => {
  const shop = await emptyShop();
  const [admin, vera] = [await signUpAdmin(shop), await signUp(shop, { name: "Vera Lind" })];
  await signUp(shop, { name: "Zoe Adams", email: "zoe@example.com" });
  const groups = [
    { id: "garage", name: "Garages" },
    { id: "trade", name: "Trade" },
  ];
  await saveSettings(admin, { discounts: { groups } });
  await admin.send("PUT", "/api/people/price-group", { ids: [vera.user._id], group: "garage" });
  const page = await openPageAs(shop, admin, "/dashboard/people");
  for (const name of ["Vera Lind", "Zoe Adams"])
    await page.getByRole("checkbox", { name: `Select ${name}` }).check();
  await pressButton(page, "Prices…");
  const dialog = page.getByRole("dialog", { name: "Prices" });
  const line = (name: string) => dialog.getByRole("listitem").filter({ hasText: name });
  expect(await line("Vera Lind").innerText()).toContain("Garages");
  expect(await line("Zoe Adams").innerText()).toContain("For everybody");
  const choice = dialog.getByRole("combobox", { name: "Group of customers" });
  await choice.selectOption({ label: "Trade" });
  await line("Vera Lind").getByText("Garages → Trade").waitFor();
  await choice.selectOption({ label: "Garages" });
  await line("Zoe Adams").getByText("For everybody → Garages").waitFor();
  expect(await line("Vera Lind").count()).toBe(0);
  await dialog.getByText("1 person left out, who has them already.").waitFor();
  await pressButton(page, "Change 1 person");
  await page.getByText("The prices of 1 person are changed.").waitFor();

  await page.goto(`${shop.url}/dashboard/people?prices=garage&columns=Prices`);
  const rows = page.getByRole("table", { name: "People" }).getByRole("row");
  await rows.filter({ hasText: "Zoe Adams" }).getByText("Garages").waitFor();
  expect(await rows.filter({ hasText: "Ada Wright" }).count()).toBe(0);
  await pressButton(page, "Prices: Garages, remove the filter");
  await rows.filter({ hasText: "Ada Wright" }).waitFor();
});

it("the list goes on at its last figure, and opens who is pressed while the search is still typed", async () => {
  const shop = await emptyShop();
  const [admin] = [await signUpAdmin(shop), await signUp(shop, { name: "Vera Lind" })];
  const emails = Array.from({ length: 51 }, (_, index) => `person.${index}@example.com`);
  await addPeople(shop.shop.db, emails);
  const page = await openPageAs(shop, admin, "/dashboard/people?sort=orders-down", {
    ownPage: true,
  });
  const asked = page.waitForRequest(/api\/people\?.*after=/);
  await pressButton(page, "Show more people");
  expect(new URL((await asked).url()).searchParams.get("reached")).toBe("0");
  await expect
    .poll(() => page.getByRole("table", { name: "People" }).getByRole("row").count())
    .toBe(54);

  await page.getByRole("link", { name: "Vera Lind" }).waitFor();
  const code = Promise.withResolvers<void>();
  await page.route("**/assets/person-page*", async (route) => {
    await code.promise;
    await route.continue();
  });
  await page.evaluate(async () => {
    const search = document.querySelector<HTMLInputElement>("main input[type=search]");
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value") ?? {};
    set?.call(search, "vera");
    search?.dispatchEvent(new Event("input", { bubbles: true }));
    const links = [...document.querySelectorAll<HTMLElement>("main table a")];
    links.find((link) => link.textContent === "Vera Lind")?.click();
    // It ends after the timer of the search, which was set before it.
    await new Promise((resolve) => setTimeout(resolve, 500));
  });
  code.resolve();
  await page.getByRole("heading", { name: "Vera Lind" }).waitFor();
});

it("who has another role sees a page read-only, without being signed out", async () => {
  const shop = await emptyShop();
  const admin = await signUpAdmin(shop);
  await limitRole(shop, admin, "orders");
  const page = await openPageAs(shop, admin, "/dashboard/settings");
  await page.getByText("With the role “Orders” you can view this page").waitFor();
  await expect.poll(() => page.getByLabel("Time zone of the works").isDisabled()).toBe(true);
  const menu = page.getByRole("navigation", { name: "Dashboard" });
  await menu.getByRole("link", { name: "Make Admin" }).click();
  await page.getByRole("row").filter({ hasText: admin.email }).waitFor();
  await expect
    .poll(() => page.getByRole("button", { name: /^(Make Admin|Delete)/ }).count())
    .toBe(0);
  await menu.getByRole("link", { name: "Manage Products" }).click();
  await page.getByText("With your role you can view the whole stock but not change it.").waitFor();
  await menu.getByRole("link", { name: "Manage All Orders" }).click();
  await page.getByText("No orders yet").waitFor();
  await expect.poll(() => page.getByText("you can view this page").count()).toBe(0);
});

it("support signs people out, changes no role, and is offered nothing that it may not do", async () => {
  const shop = await emptyShop();
  const [support, vera] = [await signUpAdmin(shop), await signUp(shop, { name: "Vera Lind" })];
  await aStockedPart(shop, { availablQuantity: 0 });
  await limitRole(shop, support, "support");
  const page = await openPageAs(shop, support, "/dashboard/people");
  await page.getByRole("link", { name: "Vera Lind" }).click();
  await pressButton(page, "Sign out everywhere");
  await page.getByText("Vera Lind is signed out everywhere.").waitFor();
  expect((await vera.get("/api/garage")).status).toBe(401);
  await expect.poll(() => page.getByText("you can view this page").count()).toBe(0);
  await expect.poll(() => page.getByRole("radio", { name: /^Catalogue/ }).isDisabled()).toBe(true);

  const menu = page.getByRole("navigation", { name: "Dashboard" });
  await menu.getByRole("link", { name: "Overview" }).click();
  await page.getByRole("link", { name: /Part low or out of stock/ }).waitFor();
  await expect.poll(() => page.getByRole("link", { name: "Restock" }).count()).toBe(0);
  await menu.getByRole("link", { name: "Vehicles" }).click();
  await page.getByText("With the role “Support” you can view this page").waitFor();
  await page.getByRole("combobox", { name: "Make" }).waitFor();
  await expect.poll(() => page.getByText("Add a model year").count()).toBe(0);
});
