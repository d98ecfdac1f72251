// What the shop does in the background, as an admin sees it.

import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import type { Order } from "#contract/orders.ts";
import { addFailedLetter, hasJob, removeJob } from "#tests/builders/job.ts";
import { waitUntilLettersSent } from "#tests/builders/letter.ts";
import { addOrders } from "#tests/builders/order.ts";
import { blank } from "#tests/open-page.ts";
import { openPageAs, toast } from "#tests/open-page-as.ts";
import { signUpAdmin } from "#tests/people.ts";
import { shareEmptyShop } from "#tests/share-empty-shop.ts";

const emptyShop = shareEmptyShop();
const path = "/dashboard/jobs";
const failedList = (page: Page) => page.getByRole("table", { name: "Failed" });

it("lists the jobs, is found in the menu, and shows what failed, with its order, without being reloaded", async () => {
  const shop = await emptyShop();
  const admin = await signUpAdmin(shop);
  await waitUntilLettersSent(shop);
  const [order] = await addOrders(shop, [{ user: admin.user }]);
  const { body } = await admin.get(`/api/orders/${order}`);
  const page = await openPageAs(shop, admin, "/dashboard/overview");
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

  await addFailedLetter(shop, "The mail server did not accept the letter: 451 not now", order);
  await failedList(page).getByText("451 not now").waitFor();
  await failedList(page).getByText("The shop has given up").waitFor();
  await expect.poll(() => page.getByText("vera@shop.example").count()).toBe(0);
  const file = await (await admin.request("/api/failed-jobs/csv?columns=about")).text();
  expect(file).toMatch(/^\uFEFF?About\r\n"[A-Z][^"]+, order \d+"\r\n$/);
  await failedList(page)
    .getByRole("link", { name: `order ${(body as Order).number}` })
    .waitFor();
  // Opened by keyboard.
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Payment history" }).waitFor();
  await expect.poll(() => new URL(page.url()).searchParams.get("order")).toBe(order);
});

it("runs a failed job again by keyboard, or all at once, and says when one is done by now", async () => {
  const shop = await emptyShop();
  const id = await addFailedLetter(shop, "not now");
  const page = await openPageAs(shop, await signUpAdmin(shop), path, {
    expectedTroubles: /FAILED|404/,
  });
  const button = page.getByRole("button", { name: "Try again: Send letters" });
  await button.focus();
  await page.keyboard.press("Enter");
  await toast(page, "The job runs again.").waitFor();
  await page.getByText("Nothing has failed").waitFor();
  await expect.poll(() => hasJob(shop.shop.db, id)).toBe(false);

  for (const why of ["not now", "not yet"]) await addFailedLetter(shop, why);
  await failedList(page).getByText("not yet").waitFor();
  await page.getByRole("checkbox", { name: "Select Send letters, Paid" }).first().check();
  await page.getByRole("button", { name: "Select all that match" }).click();
  await page.getByRole("button", { name: "Try 2 again" }).click();
  await page.getByText("Nothing has failed").waitFor();

  const other = await addFailedLetter(shop, "not at all");
  await failedList(page).getByText("not at all").waitFor();
  await page.route("**/api/jobs", (route) => route.abort());
  await removeJob(shop.shop.db, other);
  await button.click();
  await page
    .getByText("This job is done by now, or runs at this moment. Look at the list again.")
    .waitFor();
});

it("says when the list cannot be fetched, and tries again", async () => {
  const shop = await emptyShop();
  const page = await openPageAs(shop, await signUpAdmin(shop), blank, {
    expectedTroubles: /FAILED/,
  });
  await page.route("**/api/jobs", (route) => route.abort());
  await page.goto(shop.url + path);
  await page.getByRole("alert").getByText("The jobs could not be fetched").waitFor();
  await page.unroute("**/api/jobs");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("Nothing has failed").waitFor();
});
