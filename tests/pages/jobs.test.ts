// What the shop does in the background, as an admin sees it.

import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import type { Order } from "#contract/orders.ts";
import { addFailedLetter, hasJob, removeFailedJobs, removeJob } from "#tests/builders/job.ts";
import { waitUntilLettersSent } from "#tests/builders/letter.ts";
import { addOrders } from "#tests/builders/order.ts";
import { openPageAs, toast } from "#tests/open-page-as.ts";
import { openShop, shareShop } from "#tests/open-shop.ts";
import { signUpAdmin } from "#tests/people.ts";

const openShared = shareShop();
/** Nothing has failed in it yet. */
async function sharedShop() {
  const shop = await openShared();
  await removeFailedJobs(shop.shop.db);
  return shop;
}
const path = "/dashboard/jobs";
const failedList = (page: Page) => page.getByRole("table", { name: "Failed" });

it("lists the jobs, is found in the menu, and shows what failed without being reloaded", async () => {
  const shop = await openShop();
  const admin = await signUpAdmin(shop);
  await waitUntilLettersSent(shop);
  const page = await openPageAs(shop, admin, "/dashboard/manageAllOrders");
  await page
    .getByRole("navigation", { name: "Dashboard" })
    .getByRole("link", { name: "Jobs" })
    .click();
  await page.getByText("Nothing has failed").waitFor();
  const table = page.getByRole("table", { name: "All jobs" });
  const letters = table.getByRole("row").filter({ hasText: "Send letters" });
  await expect
    .poll(() => letters.getByRole("cell").allInnerTexts())
    .toEqual(["Send letters", "0", "0", "0", expect.stringMatching(/–|\d/), "–"]);

  await addFailedLetter(shop, "The mail server did not accept the letter: 451 not now");
  await failedList(page).getByText("451 not now").waitFor();
  await failedList(page).getByText("The shop has given up").waitFor();
  await expect.poll(() => page.getByText("vera@shop.example").count()).toBe(0);
});

it("runs a failed job again by keyboard", async () => {
  const shop = await sharedShop();
  const id = await addFailedLetter(shop, "not now");
  const page = await openPageAs(shop, await signUpAdmin(shop), path);
  await page.getByRole("button", { name: "Try again: Send letters" }).focus();
  await page.keyboard.press("Enter");
  await toast(page, "The job runs again.").waitFor();
  await page.getByText("Nothing has failed").waitFor();
  await expect.poll(() => hasJob(shop.shop.db, id)).toBe(false);
});

it("names the order that a letter is about, and opens it by keyboard", async () => {
  const shop = await openShop();
  const admin = await signUpAdmin(shop);
  const [order] = await addOrders(shop, [{ user: admin.user }]);
  const { body } = await admin.get(`/api/orders/${order}`);
  await addFailedLetter(shop, "not now", order);
  const file = await (await admin.request("/api/failed-jobs/csv?columns=about")).text();
  expect(file).toMatch(/^\uFEFF?About\r\n"[A-Z][^"]+, order \d+"\r\n$/);
  const page = await openPageAs(shop, admin, path);
  await failedList(page)
    .getByRole("link", { name: `order ${(body as Order).number}` })
    .waitFor();
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Payment history" }).waitFor();
  await expect.poll(() => new URL(page.url()).searchParams.get("order")).toBe(order);
});

it("says what happened when the job is done by now, and when the list cannot be fetched", async () => {
  const shop = await sharedShop();
  const id = await addFailedLetter(shop, "not now");
  const page = await openPageAs(shop, await signUpAdmin(shop), path, {
    expectedTroubles: /FAILED|404/,
  });
  const button = page.getByRole("button", { name: "Try again: Send letters" });
  await button.waitFor();
  await page.route("**/api/jobs", (route) => route.abort());
  await removeJob(shop.shop.db, id);
  await button.click();
  await page
    .getByText("This job is done by now, or runs at this moment. Look at the list again.")
    .waitFor();
  await page.reload();
  await page.getByRole("alert").getByText("The jobs could not be fetched").waitFor();
  await page.unroute("**/api/jobs");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("Nothing has failed").waitFor();
});

it("runs all that failed again at once", async () => {
  const shop = await sharedShop();
  for (const why of ["not now", "not yet"]) await addFailedLetter(shop, why);
  const page = await openPageAs(shop, await signUpAdmin(shop), path);
  await page.getByRole("checkbox", { name: "Select Send letters, Paid" }).first().check();
  await page.getByRole("button", { name: "Select all that match" }).click();
  await page.getByRole("button", { name: "Try 2 again" }).click();
  await page.getByText("Nothing has failed").waitFor();
});
