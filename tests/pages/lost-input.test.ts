// What was typed into a page that is taken away: nothing of it is stored, which is said, and all of it can be copied.
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import type { Part } from "#contract/catalog.ts";
import { setRole } from "#tests/builders/person.ts";
import { endSessions } from "#tests/builders/session.ts";
import { blank, openPage } from "#tests/open-page.ts";
import { openPageAs } from "#tests/open-page-as.ts";
import type { OpenShop } from "#tests/open-shop.ts";
import { fillFields, pressButton, setCookies, submitSignIn } from "#tests/page-actions.ts";
import { openVisitor, type SignedIn, signUp, signUpAdmin } from "#tests/people.ts";
import { shareEmptyShop } from "#tests/share-empty-shop.ts";

const emptyShop = shareEmptyShop();
const refused = { expectedTroubles: /status of 40[13]/ };
const typed = { Name: "Brake hose", Description: "Braided steel,\n40 cm" };

async function fillNewProduct(shop: OpenShop, admin: SignedIn): Promise<Page> {
  const page = await openPage(blank, refused);
  await setCookies(page, shop.url, admin);
  // It is told of what is taken away.
  const live = page.waitForResponse("**/api/live**");
  await page.goto(`${shop.url}/dashboard/addProduct`);
  await live;
  await page.getByRole("heading", { name: "Add A New Product" }).waitFor();
  await fillFields(page, typed);
  return page;
}

async function expectTold(page: Page, shop: OpenShop): Promise<void> {
  const note = page.getByRole("region", { name: "What you typed was not saved" });
  await note.getByText("nothing of it was stored").waitFor();
  const shown = await note.getByRole("definition").allTextContents();
  expect(shown).toEqual(Object.values(typed));
  await note.getByRole("button", { name: "Copy what you typed" }).waitFor();
  const { body } = await openVisitor(shop).get("/api/parts");
  expect((body as Part[]).filter(({ name }) => name === typed.Name)).toEqual([]);
}

/** The page may hear of it before the press. */
async function pressUntilSignedOut(page: Page, name: string): Promise<void> {
  const signedOut = page.waitForURL(/\/login/);
  await Promise.any([pressButton(page, name), signedOut]);
  await signedOut;
}

it("is shown to an admin whose role was taken away", async () => {
  const shop = await emptyShop();
  const admin = await signUpAdmin(shop);
  const page = await fillNewProduct(shop, admin);
  await setRole(shop, admin, "customer");
  await page.waitForURL(`${shop.url}/login`);
  await expectTold(page, shop);
});

it("stays in the fields of an admin who is given a narrower role, and says so", async () => {
  const shop = await emptyShop();
  const [owner, admin] = [await signUpAdmin(shop), await signUpAdmin(shop)];
  const page = await openPageAs(shop, admin, "/dashboard/settings", refused);
  const phone = page.getByLabel("Phone", { exact: true });
  await phone.fill("+1 313 555 0100");
  const narrowed = { role: "orders", expected: "owner" };
  const { status } = await owner.send("PUT", `/api/people/${admin.user._id}/role`, narrowed);
  expect(status).toBe(200);
  await pressButton(page, "Save");
  await page
    .getByText(/Your role “Orders”/)
    .first()
    .waitFor();
  expect(new URL(page.url()).pathname).toBe("/dashboard/settings");
  expect(await phone.inputValue()).toBe("+1 313 555 0100");
  expect((await admin.get("/api/identity/session")).body).toMatchObject({
    user: { adminRole: "orders" },
  });
});

it("is shown to who was signed out elsewhere, until they sign in", async () => {
  const shop = await emptyShop();
  const admin = await signUpAdmin(shop);
  const page = await fillNewProduct(shop, admin);
  await endSessions(shop);
  await pressUntilSignedOut(page, "Add Product");
  await expectTold(page, shop);
  await submitSignIn(page, admin);
  await page.waitForURL(/\/dashboard/);
  await pressButton(page, "Sign Out");
  await page.getByRole("heading", { name: "Login" }).waitFor();
  await expect.poll(() => page.getByText("was not saved").count()).toBe(0);
});

it("is not shown to who signs out here, nor what is secret or was saved", async () => {
  const shop = await emptyShop();
  const person = await signUp(shop);
  const page = await openPageAs(shop, person, "/dashboard/updateProfile", refused);
  await fillFields(page, { Education: "Welding" });
  await pressButton(page, "Save");
  await page.waitForURL(`${shop.url}/dashboard`);
  await page.goto(`${shop.url}/dashboard/security`);
  await page.getByRole("button", { name: "Show password" }).first().click();
  await fillFields(page, { "Current password": "never shown", "New password": "nor this" });
  await endSessions(shop);
  await pressUntilSignedOut(page, "Change password");
  await expect.poll(() => page.getByText("was not saved").count()).toBe(0);
  await submitSignIn(page, person);
  await page.waitForURL(/\/dashboard/);
  await page.goto(`${shop.url}/dashboard/updateProfile`);
  await fillFields(page, { Education: "Painting" });
  await pressButton(page, "Sign Out");
  await page.getByRole("heading", { name: "Login" }).waitFor();
  await expect.poll(() => page.getByText("was not saved").count()).toBe(0);
});
