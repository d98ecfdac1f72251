// Reviews as admins look after them: who wrote what, and how one is taken away.

import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { ReviewEntry } from "#contract/reviews.ts";
import { aReview } from "#seed/builders.ts";
import { addReviews } from "#server/modules/reviews/store.ts";
import { removeReviews } from "#tests/builders/review.ts";
import { findAccessibilityFaults } from "#tests/find-accessibility-faults.ts";
import { openPage } from "#tests/open-page.ts";
import { errorToast, openPageAs, readFocusedName, toast } from "#tests/open-page-as.ts";
import { submitSignIn } from "#tests/page-actions.ts";
import { signUp, signUpAdmin } from "#tests/people.ts";
import { saveSettings } from "#tests/save-settings.ts";
import { numberedReviews, shareEmptyShop } from "#tests/share-empty-shop.ts";

const emptyShop = shareEmptyShop();

const path = "/dashboard/manageReviews";
const rowOf = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });
const dialogIn = (page: Page) => page.getByRole("alertdialog", { name: "Are you sure?" });
const press = (page: Page, name: string) =>
  dialogIn(page).getByRole("button", { name, exact: true }).click();

async function openReviewed() {
  const shop = await emptyShop();
  const [admin, vera] = [await signUpAdmin(shop), await signUp(shop)];
  await addReviews(shop.shop.db, [aReview({ name: "Long Ago", description: "" })]);
  await vera.send("POST", "/api/reviews", aReview({ name: "Not Vera", ratting: 1 }));
  return { shop, admin, vera };
}

describe("Manage Reviews", () => {
  it("stands in the menu, shows who wrote what, finds, answers and hides a review, and leaves no account behind", async () => {
    const { shop, admin, vera } = await openReviewed();
    const home = await openPage(shop.url);
    const figure = home.getByRole("figure").filter({ hasText: "Not Vera" });
    await figure.waitFor();
    const page = await openPageAs(shop, admin, "/dashboard");
    await page.getByRole("link", { name: "Manage Reviews" }).click();
    await page.waitForURL(shop.url + path);
    await rowOf(page, "Not Vera").getByText(vera.email).waitFor();
    await rowOf(page, "Not Vera").getByText("1 out of 5 stars").waitFor();
    await rowOf(page, "Long Ago").getByText("No account").waitFor();
    await rowOf(page, "Long Ago").getByText("No text").waitFor();
    await page.getByRole("searchbox", { name: "Find a review" }).fill("not vera");
    await rowOf(page, "Long Ago").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Answer the review by Not Vera" }).click();
    await page.getByRole("textbox", { name: "Your answer" }).fill("We are sorry. We call you.");
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Save the answer" }).click();
    await figure.getByText("We are sorry. We call you.").waitFor();
    await page.getByRole("button", { name: "Hide the review by Not Vera" }).click();
    await rowOf(page, "Not Vera").getByText("Hidden").waitFor();
    await figure.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Undo" }).click();
    await figure.waitFor();
    const sentences = (await admin.get("/api/audit")).body as { action: string }[];
    const actions = sentences.slice(0, 3).map(({ action }) => action);
    expect(actions).toEqual(Array(3).fill("edit-review"));

    await rowOf(page, vera.email).waitFor();
    await page.getByRole("button", { name: "Sign Out" }).first().click();
    await page.waitForURL(/\/login/);
    // What is shown while this hangs can only be what was left.
    await page.route("**/api/allReviews?*", () => {});
    await submitSignIn(page, await signUpAdmin(shop));
    await page.getByRole("link", { name: "Manage Reviews" }).click();
    await page.getByRole("status").getByText("Loading...").waitFor();
    await expect.poll(() => rowOf(page, vera.email).count()).toBe(0);
  });

  it("answers by Enter on a row, is narrowed by day and part, and hides many after a look", async () => {
    const { shop, admin } = await openReviewed();
    const page = await openPageAs(shop, admin, path);
    await rowOf(page, "Not Vera").waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await page.getByRole("textbox", { name: "Your answer" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    await page.getByLabel("Written from").fill("2999-01-01");
    await rowOf(page, "Not Vera").waitFor({ state: "detached" });
    await page.getByLabel("Number of the part").fill("PW-0000");
    await page.waitForURL((url) => url.searchParams.get("part") === "PW-0000");
    await page.getByRole("button", { name: "Done" }).click();
    expect(await findAccessibilityFaults(page)).toEqual([]);
    for (const chip of ["Part: PW-0000", "From: 2999-01-01"])
      await page.getByRole("button", { name: `${chip}, remove the filter` }).click();
    await page.getByRole("checkbox", { name: "Select the review by Not Vera" }).check();
    await page.getByRole("button", { name: "Select all that match" }).click();
    await page.getByRole("button", { name: "Hide…" }).click();
    const dialog = page.getByRole("dialog", { name: "Hide reviews" });
    await dialog.getByText("2 reviews would be hidden.").waitFor();
    expect((await shop.get("/api/reviews")).body).toHaveLength(2);
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Hide 2 reviews" }).click();
    await page.getByText("2 reviews are hidden now.").waitFor();
    expect((await shop.get("/api/reviews")).body).toEqual([]);
    await page.keyboard.press("z");
    await page.getByText("The reviews are as they were.").waitFor();
    expect((await shop.get("/api/reviews")).body).toHaveLength(2);
  });

  it("deletes nothing unless it is confirmed, then takes a review off every page that shows it", async () => {
    const { shop, admin } = await openReviewed();
    const home = await openPage(shop.url);
    const figure = home.getByRole("figure").filter({ hasText: "Not Vera" });
    await figure.waitFor();
    const page = await openPageAs(shop, admin, path, { expectedTroubles: /404/ });
    const remove = (name: string) =>
      rowOf(page, name).getByRole("button", { name: "Delete" }).click();
    await remove("Not Vera");
    await press(page, "Keep the review");
    await dialogIn(page).waitFor({ state: "detached" });
    await expect.poll(() => readFocusedName(page)).toBe("Delete the review by Not Vera");
    expect((await shop.get("/api/reviews")).body).toHaveLength(2);

    // Somebody else is quicker.
    await remove("Long Ago");
    await dialogIn(page).waitFor();
    await removeReviews(shop, "Long Ago");
    await press(page, "Delete");
    await errorToast(page, "There is no such review. It may have been removed.").waitFor();
    await rowOf(page, "Long Ago").waitFor({ state: "detached" });

    await remove("Not Vera");
    await press(page, "Delete");
    await toast(page, "Deleted Success").waitFor();
    await rowOf(page, "Not Vera").waitFor({ state: "detached" });
    await expect.poll(() => readFocusedName(page)).toBe("Manage Reviews");
    await figure.waitFor({ state: "detached" });
  });

  it("keeps what is written when another admin answers meanwhile, shows both, and offers Undo", async () => {
    const { shop, admin } = await openReviewed();
    const other = await signUpAdmin(shop);
    const [review] = (await admin.get("/api/allReviews?q=not+vera")).body as ReviewEntry[];
    const page = await openPageAs(shop, admin, path, { expectedTroubles: /409/ });
    await page.getByRole("button", { name: "Answer the review by Not Vera" }).click();
    const dialog = page.getByRole("dialog", { name: "Answer the review by Not Vera" });
    const written = dialog.getByRole("textbox", { name: "Your answer" });
    await written.fill("Please write to us.");
    const answer = { answer: "We call you." };
    await other.send("PATCH", `/api/reviews/${review?._id}`, answer);
    await dialog.getByText(/has answered meanwhile/).waitFor();
    await dialog.getByText("We call you.").waitFor();
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Save the answer" }).click();
    await dialog.getByText("Somebody else has changed the answer meanwhile.").waitFor();
    await expect.poll(() => written.inputValue()).toBe("Please write to us.");
    await dialog.getByRole("button", { name: "Save mine instead" }).click();
    await rowOf(page, "Not Vera").getByText("Please write to us.").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await rowOf(page, "Not Vera").getByText("We call you.").waitFor();
  });

  it("shows more, and says when there is none", async () => {
    const shop = await emptyShop();
    const page = await openPageAs(shop, await signUpAdmin(shop), path);
    await page.getByText("No reviews yet").waitFor();
    const reviews = numberedReviews(60).map(aReview);
    await addReviews(shop.shop.db, reviews.slice(0, 50));
    await rowOf(page, "Writer 50").waitFor();
    const more = page.getByRole("button", { name: "Show more reviews" });
    // Exactly one page.
    await expect.poll(() => page.getByRole("row").count()).toBe(51);
    await expect.poll(() => more.count()).toBe(0);
    await addReviews(shop.shop.db, reviews.slice(50));
    await rowOf(page, "Writer 60").waitFor();
    await expect.poll(() => page.getByRole("row").count()).toBe(51);
    await more.click();
    await rowOf(page, "Review 1 of many").waitFor();
    await expect.poll(() => page.getByRole("row").count()).toBe(61);
  });
});

it("what was reported on the home page waits for an admin, as do new ones where the shop looks first", async () => {
  const { shop, admin, vera } = await openReviewed();
  const home = await openPage(shop.url);
  const section = home.getByRole("region", { name: "What customers say" });
  await section.getByText(/of 5 stars, 2 reviews/).waitFor();
  await section.getByRole("button", { name: "Report a review" }).click();
  await home.getByLabel("Which one?").selectOption("By Not Vera");
  await home.getByLabel("More about it").fill("This is not Vera");
  await home.getByRole("button", { name: "Send the report" }).click();
  await home.getByText("Thank you. We will look at this review.").waitFor();

  const desk = await openPageAs(shop, admin, `${path}?view=check`);
  await rowOf(desk, "Not Vera").getByText("Reported once").waitFor();
  await rowOf(desk, "Not Vera").getByText("This is not Vera").waitFor();
  await desk.getByRole("button", { name: "Settle the reports of the review by Not Vera" }).click();
  await desk.getByText("No review matches").waitFor();
  await desk.getByRole("button", { name: "Undo" }).click();
  await rowOf(desk, "Not Vera").getByText("This is not Vera").waitFor();
  await desk.getByRole("button", { name: "Settle the reports of the review by Not Vera" }).click();
  await desk.getByText("No review matches").waitFor();
  await saveSettings(admin, { reviews: { lookFirst: true } });
  await vera.send("POST", "/api/reviews", aReview({ name: "Ada Wright" }));
  await rowOf(desk, "Ada Wright").getByText("Waits for you").waitFor();
  await rowOf(desk, "Ada Wright").getByText("Another account has this name").waitFor();
  expect(await findAccessibilityFaults(desk)).toEqual([]);
  await desk.getByRole("button", { name: "Show the review by Ada Wright" }).click();
  await desk.getByText("No review matches").waitFor();
  await section.getByText("Ada Wright").waitFor();
  await desk.getByRole("button", { name: "Undo" }).click();
  await rowOf(desk, "Ada Wright").getByText("Waits for you").waitFor();
  await saveSettings(admin, { reviews: { lookFirst: false } });
});
