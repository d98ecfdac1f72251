// The dashboard: its menu, and one's own profile.

import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { profiles } from "#server/modules/customers/tables.ts";
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

describe("the page after sign-in", () => {
  it("shows customers their last orders, and what to pay", async () => {
    const shop = await emptyShop();
    const vera = await signUp(shop);
    const page = await openPageAs(shop, vera, "/dashboard");
    await page.getByText("Nothing ordered yet.").waitFor();
    const part = await aStockedPart(shop, { name: "Brake Disc" });
    const order = await placeOrder(vera, part, { quantity: 2 });
    const pay = page.getByRole("link", { name: /^Pay \$[\d.]+ for Brake Disc$/ });
    await expect.poll(() => pay.getAttribute("href")).toBe(`/dashboard/payment/${order._id}`);
    await page.getByRole("link", { name: "Brake Disc", exact: true }).click();
    await page.waitForURL(`**/dashboard/order/${order.number}`);
  });

  it("shows admins figures of today", async () => {
    const shop = await emptyShop();
    const page = await openPageAs(shop, await signUpAdmin(shop), "/dashboard");
    await page.getByRole("definition").first().waitFor();
    const today = page.getByRole("region", { name: "Today" });
    await expect
      .poll(() => today.getByRole("term").allTextContents())
      .toEqual(["Orders today", "Paid today", "To ship"]);
    await expect
      .poll(() => today.getByRole("definition").allTextContents())
      .toEqual(["0", "$0.00", "0"]);
    await today.getByRole("link", { name: "Open Overview" }).click();
    await page.waitForURL("**/dashboard/overview");
  });
});

describe("the side menu", () => {
  it("[§2.43 §2.44 §2.45 §2.46 §6.4] has a customer's pages, marks the current one, and leads there", async () => {
    const shop = await emptyShop();
    const page = await openPageAs(shop, await signUp(shop), "/dashboard");
    await page.getByRole("heading", { name: "Welcome to your Dashboard", level: 1 }).waitFor();
    await menu(page).getByRole("link", { name: "Add Review" }).waitFor();
    await expect
      .poll(() => readLinks(page))
      .toEqual([
        ["My Profile", "/dashboard"],
        ["My Order", "/dashboard/myOrder"],
        ["Add Review", "/dashboard/addReview"],
        ["Returns and deposits", "/dashboard/deposits"],
        ["Company", "/dashboard/company"],
        ["Addresses and cards", "/dashboard/cards"],
      ]);
    const current = menu(page).locator('[aria-current="page"]');
    await expect.poll(() => current.allTextContents()).toEqual(["My Profile"]);
    await menu(page).getByRole("link", { name: "My Order" }).click();
    await page.waitForURL(`${shop.url}/dashboard/myOrder`);
    await expect.poll(() => current.allTextContents()).toEqual(["My Order"]);
  });

  it("[§2.44 §2.47 §2.48 §2.49 §2.50 §6.4] has an admin's pages", async () => {
    const shop = await emptyShop();
    const page = await openPageAs(shop, await signUpAdmin(shop), "/dashboard");
    await menu(page).getByRole("link", { name: "Make Admin" }).waitFor();
    await expect
      .poll(() => readLinks(page))
      .toEqual([
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
      ]);
  });

  it("is right from the first paint on, before anything is known again", async () => {
    const shop = await emptyShop();
    const page = await openPageAs(shop, await signUpAdmin(shop), "/dashboard");
    await menu(page).getByRole("link", { name: "Make Admin" }).waitFor();
    await page.route("**/api/identity/session", () => {});
    await page.reload();
    await page.getByRole("heading", { name: "Welcome to your Dashboard" }).waitFor();
    await expect
      .poll(() => menu(page).getByRole("link").allTextContents())
      .toEqual([
        "Overview",
        "My Profile",
        "Manage All Orders",
        "Add A Product",
        "Make Admin",
        "Manage Products",
        "Returns",
        "Manage Reviews",
        "Part Types",
        "Vehicles",
        "Missed Searches",
        "Imports",
        "People",
        "Companies",
        "Audit Log",
        "Settings",
        "Legal Texts",
        "API Keys",
        "Webhooks",
        "Jobs",
      ]);
    await page.getByText("This takes longer than usual.").first().waitFor();
  });

  it("shows nobody's pages where nothing is known, and is put right where it was wrong", async () => {
    const shop = await emptyShop();
    const page = await openPageAs(shop, await signUp(shop), "/about");
    await page.waitForFunction(() => localStorage.getItem("role") === "customer");
    const letGo = await holdRequests(page, "**/api/identity/session");
    await page.evaluate(() => localStorage.removeItem("role"));
    await page.goto(`${shop.url}/dashboard`);
    const names = () => menu(page).getByRole("link").allTextContents();
    await expect.poll(names).toEqual(["My Profile"]);
    // As if somebody had been an admin once.
    await page.evaluate(() => localStorage.setItem("role", "admin"));
    await page.goto(`${shop.url}/dashboard`);
    await expect.poll(names).toContain("Make Admin");
    letGo();
    await expect
      .poll(names)
      .toEqual([
        "My Profile",
        "My Order",
        "Add Review",
        "Returns and deposits",
        "Company",
        "Addresses and cards",
      ]);
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
  it("[§2.52 §2.56 §2.57 §8.12] is empty at first, and shows what was saved, with the picture", async () => {
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
  });

  it("keeps its picture when none is chosen", async () => {
    const shop = await emptyShop();
    const vera = await signUp(shop);
    const img = "/images/0123456789abcdef0123456789abcdef/960.webp";
    await vera.send("POST", "/api/updateUser", {
      email: vera.email,
      education: "",
      location: "Dhaka",
      number: "",
      img,
    });
    const page = await openPageAs(shop, vera, "/dashboard/updateProfile", {
      expectedTroubles: /404/,
    });
    await page.getByLabel("Education").fill("Welding");
    await page.getByRole("button", { name: "Save" }).click();
    await toast(page, "Update Your Profile").waitFor();
    expect((await vera.get(`/api/updateUser/${vera.email}`)).body).toMatchObject({
      education: "Welding",
      location: "Dhaka",
      img,
    });
  });

  it("[§5.14 §8.5] saves nothing when the picture is refused, says so, and keeps what was written", async () => {
    const shop = await emptyShop();
    const page = await openPageAs(shop, await signUp(shop), "/dashboard/updateProfile", {
      expectedTroubles: /4\d\d/,
      viewport: { width: 390, height: 844 },
    });
    await page.getByLabel("Education").fill("Mechanical engineering");
    await page.getByLabel("Profile picture").setInputFiles({
      name: "me.png",
      mimeType: "image/png",
      buffer: Buffer.from("<script>"),
    });
    await page.getByRole("button", { name: "Save" }).click();
    await errorToast(page, "Faild to Update Your Profile").waitFor();
    const field = page.getByLabel("Profile picture");
    await expect.poll(() => field.getAttribute("aria-invalid")).toBe("true");
    await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
    const [box, bar] = [await field.boundingBox(), await page.getByRole("banner").boundingBox()];
    expect(box?.y).toBeGreaterThan(bar?.height ?? Number.POSITIVE_INFINITY);
    await expect
      .poll(() => page.getByLabel("Education").inputValue())
      .toBe("Mechanical engineering");
    expect(await shop.shop.db.$count(profiles)).toBe(0);

    await page.getByRole("button", { name: "Keep the present picture" }).click();
    await page.getByRole("button", { name: "Save" }).click();
    await toast(page, "Update Your Profile").waitFor();
    expect(await shop.shop.db.$count(profiles)).toBe(1);
  });

  it("does not send a picture that is too large", async () => {
    const shop = await emptyShop();
    const page = await openPageAs(shop, await signUp(shop), "/dashboard/updateProfile");
    // Made where it is chosen: a busy machine takes long to bring the browser so much.
    await page.getByLabel("Profile picture").evaluate((input: HTMLInputElement) => {
      const chosen = new DataTransfer();
      const type = { type: "image/png" };
      chosen.items.add(new File([new Uint8Array(8 * 1024 * 1024 + 1)], "me.png", type));
      input.files = chosen.files;
      input.dispatchEvent(new Event("change", { bubbles: true }));
    });
    await page.getByText("The picture is larger than 8 MB").waitFor();
    await page.getByRole("button", { name: "Save" }).click();
    await errorToast(page, "Faild to Update Your Profile").waitFor();
    expect(await shop.shop.db.$count(profiles)).toBe(0);
  });

  it("names the field that the server does not take", async () => {
    const shop = await emptyShop();
    const page = await openPageAs(shop, await signUp(shop), "/dashboard/updateProfile", {
      expectedTroubles: /400/,
    });
    await page.getByLabel("Number").fill("9".repeat(101));
    await page.getByRole("button", { name: "Save" }).click();
    await errorToast(page, "Faild to Update Your Profile").waitFor();
    await page.getByText("Must be at most 100 characters").waitFor();
    const number = page.getByLabel("Number");
    await expect.poll(() => number.getAttribute("aria-invalid")).toBe("true");
    await expect
      .poll(() => number.evaluate((input) => input === document.activeElement))
      .toBe(true);
  });

  it("[§5.15 §8.5] is not saved unless the server names what it saved", async () => {
    const shop = await emptyShop();
    const page = await openPageAs(shop, await signUp(shop), "/dashboard/updateProfile");
    await page.route("**/api/updateUser", (route) => route.fulfill({ json: {} }));
    await page.getByRole("button", { name: "Save" }).click();
    await errorToast(page, "Faild to Update Your Profile").waitFor();
    await expect.poll(() => page.url()).toBe(`${shop.url}/dashboard/updateProfile`);
  });

  it("can be asked for again when it could not be fetched", async () => {
    const shop = await emptyShop();
    const page = await openPageAs(shop, await signUp(shop), "/about", {
      expectedTroubles: /FAILED/,
    });
    await page.route("**/api/updateUser/**", (route) => route.abort());
    await page.goto(`${shop.url}/dashboard`);
    await page.getByRole("alert").getByText("Your profile could not be fetched").waitFor();
    await page.unroute("**/api/updateUser/**");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("Nothing here yet").first().waitFor();
  });
});
