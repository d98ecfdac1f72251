// Writing a review: what the form takes, what it says, and what everybody reads then.

import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { Review } from "#contract/reviews.ts";
import { endSessions } from "#tests/builders/session.ts";
import { openPageAs, toast } from "#tests/open-page-as.ts";
import type { OpenShop } from "#tests/open-shop.ts";
import { fillFields, pressButton, readFields, submitSignIn } from "#tests/page-actions.ts";
import { signUp } from "#tests/people.ts";
import { shareEmptyShop } from "#tests/share-empty-shop.ts";

const emptyShop = shareEmptyShop();

const path = "/dashboard/addReview";
const written = { Name: "V. Lind", Rating: "4", Description: "Every hole was where it should be." };
const empty = { Name: "", Rating: "", Description: "" };
const wrongRating = "Rate with a whole number from 0 to 5";

async function openWriting(options: Parameters<typeof openPageAs>[3] = {}) {
  const shop = await emptyShop();
  const vera = await signUp(shop);
  const page = await openPageAs(shop, vera, path, options);
  await page.getByRole("heading", { name: "Add Your Review" }).waitFor();
  return { shop, vera, page };
}

const inForm = (page: Page) => readFields(page, Object.keys(written));

const reviewsOf = async ({ get }: OpenShop) => (await get("/api/reviews")).body as Review[];
const nameOfFocused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute("name"));

describe("Add Your Review", () => {
  it("[§2.58 §8.10] has name, rating (a number), description and Submit, says “Add A Review”, and begins anew", async () => {
    const shop = await emptyShop();
    const vera = await signUp(shop);
    // The review carries the picture of the profile.
    const img = "/images/0123456789abcdef0123456789abcdef/960.webp";
    const profile = { email: vera.email, education: "", location: "", number: "", img };
    await vera.send("POST", "/api/updateUser", profile);
    const page = await openPageAs(shop, vera, path, { expectedTroubles: /404/ });
    const form = page.getByRole("form", { name: "Add Your Review" });
    await form.waitFor();
    await expect.poll(() => form.getByRole("textbox").count()).toBe(2);
    await expect.poll(() => form.getByRole("spinbutton", { name: "Rating" }).count()).toBe(1);
    await expect.poll(() => form.getByRole("button", { name: "Submit" }).count()).toBe(1);
    await expect.poll(() => inForm(page)).toEqual(empty);
    await fillFields(page, written);
    await pressButton(page, "Submit");
    await toast(page, "Add A Review").waitFor();
    await expect.poll(() => inForm(page)).toEqual(empty);
    expect(await reviewsOf(shop)).toEqual([
      {
        _id: expect.any(String),
        name: "V. Lind",
        ratting: 4,
        img,
        description: written.Description,
        at: expect.any(String),
        boughtHere: false,
      },
    ]);
    await page.getByText("Your review is on the home page now.").waitFor();
    await page.reload();
    await page.getByRole("button", { name: "Submit" }).waitFor();
    await expect.poll(() => inForm(page)).toEqual(empty);
  });
});

describe("a review", () => {
  it("is written by keyboard alone, or rated by pointer, and shown as others will see it", async () => {
    const { shop, page } = await openWriting();
    await page.getByLabel("Name", { exact: true }).focus();
    await page.keyboard.press("Tab");
    await page.keyboard.type("5");
    await page.keyboard.press("Tab");
    await page.keyboard.type("Good.");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect.poll(() => inForm(page)).toEqual(empty);
    const first = { name: "Vera Lind", ratting: 5, description: "Good.", img: "" };
    expect(await reviewsOf(shop)).toMatchObject([first]);

    await page.locator("form [aria-hidden] button").nth(2).click();
    await expect.poll(() => inForm(page)).toMatchObject({ Rating: "3" });
    await fillFields(page, { Description: "<b>Bold</b> 🔧" });
    const preview = page.getByRole("complementary", { name: "Preview" });
    await preview.getByText("<b>Bold</b> 🔧").waitFor();
    await preview.getByText("Vera Lind").waitFor();
    await pressButton(page, "Submit");
    await expect.poll(() => inForm(page)).toEqual(empty);
    const reviews = await reviewsOf(shop);
    expect(reviews).toHaveLength(2);
    expect(reviews).toContainEqual(
      expect.objectContaining({ ratting: 3, description: "<b>Bold</b> 🔧" }),
    );
  });

  it("with a rating that is none, or one more than 20 in a day, is refused, and nothing is lost", async () => {
    const { shop, page, vera } = await openWriting({ expectedTroubles: /400|429/ });
    for (const Rating of ["", "4.5", "6"]) {
      await fillFields(page, { ...written, Rating });
      const answered = page.waitForResponse("**/api/reviews");
      await pressButton(page, "Submit");
      expect((await answered).status()).toBe(400);
      await page.getByRole("spinbutton", { name: "Rating", description: wrongRating }).waitFor();
      await expect.poll(() => nameOfFocused(page)).toBe("ratting");
      await expect.poll(() => inForm(page)).toEqual({ ...written, Rating });
    }
    expect(await reviewsOf(shop)).toEqual([]);
    await fillFields(page, { Rating: "2" });
    await pressButton(page, "Submit");
    await toast(page, "Add A Review").waitFor();
    await expect.poll(() => page.getByText(wrongRating).count()).toBe(0);

    for (let number = 0; number < 19; number++) {
      const review = { name: "", ratting: 5, img: "", description: `Number ${number}` };
      await vera.send("POST", "/api/reviews", review);
    }
    await fillFields(page, written);
    await pressButton(page, "Submit");
    await page.getByRole("alert").getByText("You have added 20 reviews within a day").waitFor();
    await expect.poll(() => inForm(page)).toEqual(written);
  });

  it("pressed twice, and sent again after a lost answer, is one, and it survives the session", async () => {
    const { shop, page, vera } = await openWriting({ expectedTroubles: /FAILED|401/ });
    await fillFields(page, written);
    await page.route(
      "**/api/reviews",
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await pressButton(page, "Submit");
    await page.getByRole("alert").getByText("What you wrote is kept here.").waitFor();
    await expect.poll(() => inForm(page)).toEqual(written);
    expect(await reviewsOf(shop)).toHaveLength(1);
    await page.reload();
    await expect.poll(() => inForm(page)).toEqual(written);
    await page.getByRole("button", { name: "Submit" }).dblclick();
    await toast(page, "Add A Review").waitFor();
    await expect.poll(() => inForm(page)).toEqual(empty);
    expect(await reviewsOf(shop)).toHaveLength(1);

    await fillFields(page, written);
    const signedOut = page.waitForURL(/\/login\?from=/);
    await endSessions(shop);
    // The page may hear of it before the press.
    await Promise.any([pressButton(page, "Submit"), signedOut]);
    await signedOut;
    await submitSignIn(page, vera);
    await page.getByRole("heading", { name: "Add Your Review" }).waitFor();
    await expect.poll(() => inForm(page)).toEqual(written);
  });
});
