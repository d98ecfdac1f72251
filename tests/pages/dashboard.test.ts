// The dashboard: its menu, and one's own profile.

import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { profiles } from "#server/modules/customers/tables.ts";
import { blank } from "#tests/open-page.ts";
import { errorToast, openPageAs, toast } from "#tests/open-page-as.ts";
import { aStockedPart, placeOrder } from "#tests/orders.ts";
import { holdRequests } from "#tests/page-actions.ts";
import { signUp, signUpAdmin } from "#tests/people.ts";
import { noisePicture } from "#tests/pictures.ts";
import { shareEmptyShop } from "#tests/share-empty-shop.ts";

const emptyShop = shareEmptyShop();

const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 2 });
const menu = (page: Page) => page.getByRole("navigation", { name: "Dashboard" });
const readLinks = (page: Page) =>
  menu(page)
    .getByRole("link")
    .evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute("href")]));

const aPicture = async () => ({
  name: "me.png",
  mimeType: "image/png",
  buffer: await noisePicture(400, 400).png().toBuffer(),
});

const customerLinks = [
  ["My Profile", "/dashboard"],
  ["My Order", "/dashboard/myOrder"],
  ["Add Review", "/dashboard/addReview"],
  ["Returns and deposits", "/dashboard/deposits"],
  ["Company", "/dashboard/company"],
  ["Addresses and cards", "/dashboard/cards"],
];
const adminLinks = [
  ["Overview", "/dashboard/overview"],
  ["My Profile", "/dashboard"],
  ["Manage All Orders", "/dashboard/manageAllOrders"],
  ["Add A Product", "/dashboard/addProduct"],
  ["Make Admin", "/dashboard/makeAdmin"],
  ["Manage Products", "/dashboard/manageProducts"],
  ["Returns", "/dashboard/returns"],
  ["Manage Reviews", "/dashboard/manageReviews"],
  ["Part Types", "/dashboard/partTypes"],
  ["Vehicles", "/dashboard/vehicles"],
  ["Missed Searches", "/dashboard/missedSearches"],
  ["Imports", "/dashboard/imports"],
  ["People", "/dashboard/people"],
  ["Companies", "/dashboard/companies"],
  ["Audit Log", "/dashboard/auditLog"],
  ["Settings", "/dashboard/settings"],
  ["Legal Texts", "/dashboard/legalTexts"],
  ["API Keys", "/dashboard/apiKeys"],
  ["Webhooks", "/dashboard/webhooks"],
  ["Jobs", "/dashboard/jobs"],
];

describe("the side menu and the page after sign-in", () => {
  it("[§2.43 §2.44 §2.45 §2.46 §6.4] have a customer's pages, the current one, the last orders, and what to pay", async () => {
    const shop = await emptyShop();
    const vera = await signUp(shop);
    const page = await openPageAs(shop, vera, "/dashboard");
    await page.getByRole("heading", { name: "Welcome to your Dashboard", level: 1 }).waitFor();
    await menu(page).getByRole("link", { name: "Add Review" }).waitFor();
    await expect.poll(() => readLinks(page)).toEqual(customerLinks);
    // The box in which admins find anything.
    await page.keyboard.press("Control+k");
    await page.getByText("Nothing ordered yet.").waitFor();
    expect(await page.getByRole("combobox", { name: "Find or do anything" }).count()).toBe(0);
    const part = await aStockedPart(shop, { name: "Brake Disc" });
    const order = await placeOrder(vera, part, { quantity: 2 });
    const pay = page.getByRole("link", { name: /^Pay \$[\d.]+ for Brake Disc$/ });
    await expect.poll(() => pay.getAttribute("href")).toBe(`/dashboard/payment/${order._id}`);
    await page.getByRole("link", { name: "Brake Disc", exact: true }).click();
    await page.waitForURL(`**/dashboard/order/${order.number}`);
    await page.goBack();
    const current = menu(page).locator('[aria-current="page"]');
    await expect.poll(() => current.allTextContents()).toEqual(["My Profile"]);
    await menu(page).getByRole("link", { name: "My Order" }).click();
    await page.waitForURL(`${shop.url}/dashboard/myOrder`);
    await expect.poll(() => current.allTextContents()).toEqual(["My Order"]);
  });

  it("[§2.44 §2.47 §2.48 §2.49 §2.50 §6.4] have an admin's pages, from the first paint on, and figures of today", async () => {
    const shop = await emptyShop();
    const page = await openPageAs(shop, await signUpAdmin(shop), "/dashboard");
    await menu(page).getByRole("link", { name: "Make Admin" }).waitFor();
    await expect.poll(() => readLinks(page)).toEqual(adminLinks);
    const today = page.getByRole("region", { name: "Today" });
    await expect
      .poll(() => today.getByRole("term").allTextContents())
      .toEqual(["Orders today", "Paid today", "To ship"]);
    await expect
      .poll(() => today.getByRole("definition").allTextContents())
      .toEqual(["0", "$0.00", "0"]);
    // The e-mail is verified, and not spoken of.
    await page.getByRole("link", { name: "Update Profile" }).waitFor();
    expect(await page.getByText(/verif/i).count()).toBe(0);
    await today.getByRole("link", { name: "Open Overview" }).click();
    await page.waitForURL("**/dashboard/overview");

    // Before anything is known again.
    await page.route("**/api/identity/session", () => {});
    await page.reload();
    await page.getByRole("heading", { name: "Welcome to your Dashboard" }).waitFor();
    await expect.poll(() => readLinks(page)).toEqual(adminLinks);
    await page.getByText("This takes longer than usual.").first().waitFor();
  });

  it("shows nobody's pages where nothing is known, and is put right where it was wrong", async () => {
    const shop = await emptyShop();
    const page = await openPageAs(shop, await signUp(shop), "/about", { expectedTroubles: /404/ });
    await page.waitForFunction(() => localStorage.getItem("role") === "customer");
    const letGo = await holdRequests(page, "**/api/identity/session");
    // A text (without an icon) writes nothing down of who is there.
    await page.goto(`${shop.url}/robots.txt`);
    await page.evaluate(() => localStorage.removeItem("role"));
    await page.goto(`${shop.url}/dashboard`);
    await expect.poll(() => readLinks(page)).toEqual(customerLinks.slice(0, 1));
    // As if somebody had been an admin once.
    await page.evaluate(() => localStorage.setItem("role", "admin"));
    await page.goto(`${shop.url}/dashboard`);
    await expect.poll(() => readLinks(page)).toEqual(adminLinks);
    letGo();
    await expect.poll(() => readLinks(page)).toEqual(customerLinks);
  });

  it("shows the current page on a phone", async () => {
    const shop = await emptyShop();
    const page = await openPageAs(shop, await signUpAdmin(shop), "/dashboard/makeAdmin", {
      viewport: { width: 320, height: 640 },
    });
    const isShown = async (item: Locator) => {
      const box = await item.boundingBox();
      return box && box.x >= 0 && box.x + box.width <= 320;
    };
    await expect.poll(() => isShown(menu(page).locator('[aria-current="page"]'))).toBe(true);
    // A page without an item of its own: the one that leads to it.
    await page.goto(new URL("/dashboard/jobsOnCars", page.url()).href);
    const parent = menu(page).getByRole("link", { name: "Vehicles" });
    await expect.poll(() => isShown(parent)).toBe(true);
  });
});

describe("the profile", () => {
  it("[§2.52 §2.56 §2.57 §8.12] is empty at first, shows what was saved, and keeps its picture when none is chosen", async () => {
    const shop = await emptyShop();
    const vera = await signUp(shop);
    const page = await openPageAs(shop, vera, "/dashboard");
    await heading(page, "My Profile").waitFor();
    await page.getByText(vera.email).waitFor();
    await expect.poll(() => page.getByText("Nothing here yet").count()).toBe(3);
    await page.getByRole("main").getByRole("link", { name: "Update Profile" }).click();

    await expect.poll(() => page.getByLabel("Name").isDisabled()).toBe(true);
    await expect.poll(() => page.getByLabel("Email").inputValue()).toBe(vera.email);
    await expect.poll(() => page.getByLabel("Email").isDisabled()).toBe(true);
    await page.getByLabel("Education").fill("Mechanical engineering");
    await page.getByLabel("Location").fill("Dhaka");
    await page.getByLabel("Number").fill("+880 1700 000000");
    await page.getByLabel("Profile picture").setInputFiles(await aPicture());
    // A look at it before it is saved.
    await page.locator('main img[src^="data:image/png"]').waitFor();
    await page.getByRole("button", { name: "Save" }).click();

    await toast(page, "Update Your Profile").waitFor();
    await page.waitForURL(`${shop.url}/dashboard`);
    for (const text of ["Mechanical engineering", "Dhaka", "+880 1700 000000"]) {
      await page.getByText(text, { exact: true }).waitFor();
    }
    const picture = page.locator('main img[src^="/images/"]');
    await expect
      .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0);
    const saved = async () => (await vera.get(`/api/updateUser/${vera.email}`)).body;
    const before = await saved();

    await page.getByRole("main").getByRole("link", { name: "Update Profile" }).click();
    await page.getByLabel("Education").fill("Welding");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Welding", { exact: true }).waitFor();
    expect(await saved()).toEqual({ ...(before as object), education: "Welding" });
  });

  it("[§5.14 §5.15 §5.20 §8.5] saves nothing that is refused, says so, keeps what was written, and is saved empty", async () => {
    const shop = await emptyShop();
    const page = await openPageAs(shop, await signUp(shop), "/dashboard/updateProfile", {
      expectedTroubles: /4\d\d/,
      viewport: { width: 390, height: 844 },
    });
    const [file, number] = [page.getByLabel("Profile picture"), page.getByLabel("Number")];
    const hasFocus = (field: Locator) =>
      field.evaluate((input) => input === document.activeElement);
    const failed = errorToast(page, "Faild to Update Your Profile");
    const expectFailure = async (focused?: Locator) => {
      await page.getByRole("button", { name: "Save" }).click();
      await failed.waitFor();
      if (focused) {
        await expect.poll(() => focused.getAttribute("aria-invalid")).toBe("true");
        await expect.poll(() => hasFocus(focused)).toBe(true);
      }
      await page.getByRole("button", { name: "Close this message" }).click();
      await failed.waitFor({ state: "detached" });
      expect(await shop.shop.db.$count(profiles)).toBe(0);
    };
    await page.getByLabel("Education").fill("Mechanical engineering");
    const buffer = Buffer.from("<script>");
    await file.setInputFiles({ name: "me.png", mimeType: "image/png", buffer });
    await expectFailure(file);
    const [box, bar] = [await file.boundingBox(), await page.getByRole("banner").boundingBox()];
    expect(box?.y).toBeGreaterThan(bar?.height ?? Number.POSITIVE_INFINITY);
    expect(await page.getByLabel("Education").inputValue()).toBe("Mechanical engineering");

    // Made where it is chosen: a busy machine takes long to bring the browser so much.
    await file.evaluate((input: HTMLInputElement) => {
      const chosen = new DataTransfer();
      const type = { type: "image/png" };
      chosen.items.add(new File([new Uint8Array(8 * 1024 * 1024 + 1)], "me.png", type));
      input.files = chosen.files;
      input.dispatchEvent(new Event("change", { bubbles: true }));
    });
    await page.getByText("The picture is larger than 8 MB").waitFor();
    await expectFailure();
    await page.getByRole("button", { name: "Keep the present picture" }).click();

    await number.fill("9".repeat(101));
    await expectFailure(number);
    await page.getByText("Must be at most 100 characters").waitFor();

    await number.fill("");
    await page.getByLabel("Education").fill("");
    // The server does not name what it saved.
    await page.route("**/api/updateUser", (route) => route.fulfill({ json: {} }), { times: 1 });
    await expectFailure();
    expect(page.url()).toBe(`${shop.url}/dashboard/updateProfile`);
    await page.getByRole("button", { name: "Save" }).click();
    await toast(page, "Update Your Profile").waitFor();
    expect(await shop.shop.db.$count(profiles)).toBe(1);
  });

  it("can be asked for again when it could not be fetched", async () => {
    const shop = await emptyShop();
    const page = await openPageAs(shop, await signUp(shop), blank, { expectedTroubles: /FAILED/ });
    await page.route("**/api/updateUser/**", (route) => route.abort());
    await page.goto(`${shop.url}/dashboard`);
    await page.getByRole("alert").getByText("Your profile could not be fetched").waitFor();
    await page.unroute("**/api/updateUser/**");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("Nothing here yet").first().waitFor();
  });
});
