// Manage All Orders, and how tests read the page.
import type { Page } from "playwright-core";
import { type GivenOrder, noon } from "./builders/order.ts";

export const ordersPath = "/dashboard/manageAllOrders";
export const hourMs = 3_600_000;

export const waitForStatus = (page: Page, text: string) =>
  page
    .getByRole("status")
    .filter({ hasText: new RegExp(`^${text}`) })
    .waitFor();
export const searchField = (page: Page) =>
  page.getByLabel("Search by order number, name, e-mail, product or order id");
export const orderLinks = (page: Page) => page.getByRole("table").getByRole("link");
export const readProductNames = (page: Page) => orderLinks(page).allTextContents();
export const recordRequests = (page: Page, part: string) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes(part)) asked.push(decodeURIComponent(request.url()));
  });
  return asked;
};

/** A later request has been answered, so earlier ones have been sent. */
export const waitForPendingRequests = (page: Page) =>
  page.evaluate(async () => {
    await (await fetch("/api/identity/session")).json();
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });

export const manyOrders: GivenOrder[] = Array.from({ length: 120 }, (_, index) => ({
  at: noon + index * hourMs,
  product: `Part ${index}`,
  // Several of each, so that only the id tells which comes first.
  cents: 1_000 + (index % 7) * 100,
}));
