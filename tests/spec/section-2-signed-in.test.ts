// Sections 2 and 6 of the specification: what signed-in people are shown, and who may open what.
import { describe, expect, it } from "vitest";
import { openPage } from "#tests/open-page.ts";
import { openPageAs } from "#tests/open-page-as.ts";
import { aStockedPart, placeOrder } from "#tests/orders.ts";
import {
  goWithinShop,
  readAccessToken,
  readPersonalLinks,
  submitSignIn,
} from "#tests/page-actions.ts";
import { signIn, signUp, signUpAdmin } from "#tests/people.ts";
import { noisePicture, uploadPicture } from "#tests/pictures.ts";
import { shareEmptyShop } from "#tests/share-empty-shop.ts";

const emptyShop = shareEmptyShop();

/** The pages of everybody who is signed in, by a heading of each. */
const ofEveryone = {
  "/dashboard": "My Profile",
  "/dashboard/myOrder": "My Order",
  "/dashboard/addReview": "Add Your Review",
  "/dashboard/updateProfile": "Update Profile",
  "/dashboard/manageProducts": "Manage Products",
};
const ofAdmins = {
  "/dashboard/manageAllOrders": "Manage All Orders",
  "/dashboard/addProduct": "Add A New Product",
  "/dashboard/makeAdmin": "Make Admin",
};

describe("who may open what", () => {
  it("[§6.1] a visitor: the public pages, and no others", async () => {
    const { url, request } = await emptyShop();
    for (const path of ["/", "/login", "/register", "/blog", "/contact", "/product", "/about"]) {
      const answer = await request(path);
      expect([path, answer.status, answer.url]).toEqual([path, 200, url + path]);
      expect((await answer.text()).match(/<h1\b/g)).toHaveLength(1);
    }
    const page = await openPage(`${url}/about`);
    const closed = [...Object.keys(ofEveryone), ...Object.keys(ofAdmins), "/purchase/1"];
    for (const path of [...closed, "/dashboard/payment/1"]) {
      await goWithinShop(page, path);
      await page.waitForURL(`${url}/login?from=${encodeURIComponent(path)}`);
    }
  });

  it("[§2.43 §2.52 §2.53 §6.2] anybody who is signed in: their own pages", async () => {
    const shop = await emptyShop();
    const vera = await signUp(shop);
    const part = await aStockedPart(shop, { name: "Brake Disc" });
    const { _id } = await placeOrder(vera, part);
    // A shop without a card provider takes no cards, and says so.
    const page = await openPageAs(shop, vera, "/dashboard", { expectedTroubles: /status of 503/ });
    for (const [path, heading] of Object.entries(ofEveryone)) {
      await goWithinShop(page, path);
      await page.getByRole("heading", { name: "Welcome to your Dashboard", level: 1 }).waitFor();
      await page.getByRole("heading", { name: heading, exact: true }).first().waitFor();
      expect(page.url()).toBe(shop.url + path);
    }
    await goWithinShop(page, `/dashboard/payment/${_id}`);
    await page.getByRole("heading", { name: "Payment", exact: true }).waitFor();
    await goWithinShop(page, `/purchase/${part.id}`);
    await page.getByRole("button", { name: "Place order" }).waitFor();
  }, 60_000);

  it("[§6.3] an admin: besides, the three of admins", async () => {
    const shop = await emptyShop();
    const page = await openPageAs(shop, await signUpAdmin(shop), "/dashboard");
    for (const [path, heading] of Object.entries({ ...ofEveryone, ...ofAdmins })) {
      await goWithinShop(page, path);
      await page.getByRole("heading", { name: heading, exact: true }).first().waitFor();
      expect(page.url()).toBe(shop.url + path);
    }
  }, 60_000);

  it("[§2.54 §4.9] whoever is no admin is signed out by the pages of admins, and led to the login", async () => {
    const shop = await emptyShop();
    const vera = await signUp(shop);
    const [first = "", ...others] = Object.keys(ofAdmins);
    const page = await openPageAs(shop, vera, first, { expectedTroubles: /40[13]/ });
    const expectSignedOut = async () => {
      await page.waitForURL(/\/login/);
      await expect.poll(() => readAccessToken(page)).toBeNull();
      await expect.poll(() => readPersonalLinks(page)).toEqual(["Login"]);
    };
    await expectSignedOut();
    expect((await vera.get("/api/identity/session")).body).toEqual({ user: null });
    for (const path of others) {
      // In this browser only.
      const elsewhere = await signIn(shop, vera);
      await submitSignIn(page, vera);
      await page.getByRole("heading", { name: "Welcome to your Dashboard" }).waitFor();
      await goWithinShop(page, path);
      await expectSignedOut();
      expect((await elsewhere.get("/api/identity/session")).body).not.toEqual({ user: null });
    }
  });
});

describe("what is shown there", () => {
  it("[§2.55] My Profile shows all that was saved, with the picture and the button", async () => {
    const shop = await emptyShop();
    const vera = await signUp(shop, { name: "Vera Lind" });
    const img = "/images/0123456789abcdef0123456789abcdef/960.webp";
    const saved = { education: "Welding", location: "Dhaka", number: "+880 1700 000000" };
    await vera.send("POST", "/api/updateUser", { email: vera.email, img, ...saved });
    const page = await openPageAs(shop, vera, "/dashboard", { expectedTroubles: /404/ });
    const main = page.getByRole("main");
    for (const text of ["Vera Lind", vera.email, ...Object.values(saved)]) {
      await main.getByText(text, { exact: true }).first().waitFor();
    }
    for (const label of ["Education", "Location", "Number"]) {
      expect(await main.getByText(label, { exact: true }).count()).toBe(1);
    }
    // The avatar: the picture that was saved, or what stands for it.
    const requested = await page.evaluate(() =>
      performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname),
    );
    expect(requested.some((path) => path.startsWith("/images/0123456789abcdef"))).toBe(true);
    await main.getByRole("link", { name: "Update Profile", exact: true }).click();
    await page.waitForURL(`${shop.url}/dashboard/updateProfile`);
  });

  it("[§2.41] a purchase shows image, name, id, quantities, price and description", async () => {
    const shop = await emptyShop();
    const description = "Grey cast iron, 25 mm thick.";
    const vera = await signUp(shop);
    const { url: img } = await uploadPicture(vera, await noisePicture().png().toBuffer());
    const part = await aStockedPart(shop, {
      name: "Brake Disc",
      description,
      minimumQuantity: 5,
      availablQuantity: 1_200,
      img,
    });
    const page = await openPageAs(shop, vera, `/purchase/${part.id}`);
    await page.getByRole("heading", { name: "Brake Disc", level: 1 }).waitFor();
    const text = (await page.getByRole("main").innerText()).replaceAll(/\s+/g, " ");
    expect(text).toContain(part.id);
    expect(text).toContain(description);
    expect(text).toMatch(/minimum quantity 5\b/i);
    expect(text).toMatch(/availabl quantity 1,200\b/i);
    expect(text).toContain("$45.50");
    const image = page.getByRole("main").getByRole("img", { name: "Brake Disc" });
    const width = () => image.evaluate((shown) => (shown as HTMLImageElement).naturalWidth);
    await expect.poll(width).toBeGreaterThan(0);
  });
});
