// Orders for Manage All Orders, and how tests read the page.
import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { OpenShop } from "./open-shop.ts";

export const ordersPath = "/dashboard/manageAllOrders";
export const noon = Date.UTC(2026, 10, 20, 12);
export const hourMs = 3_600_000;

type Ordered = {
  at?: number;
  name?: string;
  email?: string;
  phone?: string;
  product?: string;
  quantity?: number;
  cents?: number;
  state?: "unpaid" | "paid" | "cancelled" | "refunding" | "refunded";
};

/** Inserted directly, for lists of many; answers the ids in the given order. */
export async function insertOrders({ shop }: OpenShop, orders: Ordered[]): Promise<string[]> {
  const rows = orders.map(({ at = noon, quantity = 2, cents = 4_550, ...order }) => {
    const state = order.state ?? "unpaid";
    const wasPaid = state !== "unpaid" && state !== "cancelled";
    return {
      id: orderIdAt(at),
      part_id: crypto.randomUUID(),
      request_key: crypto.randomUUID(),
      request_hash: Buffer.alloc(32),
      name: order.name ?? "Vera Lind",
      email: order.email ?? "vera@example.com",
      phone: order.phone ?? "+880 1711 000000",
      address: "12 Mirpur Road, Dhaka",
      product_name: order.product ?? "Steering rack",
      quantity,
      price_cents: cents,
      total_cents: cents * quantity,
      state,
      transaction_id: wasPaid ? `pi_${crypto.randomUUID()}` : null,
      created_at: new Date(at).toISOString(),
    };
  });
  const columns = sql.raw(Object.keys(rows[0] ?? {}).join());
  const values = sql.join(
    rows.map((row) => sql`${Object.values(row)}`),
    sql`, `,
  );
  await shop.db.execute(sql`insert into orders (${columns}) values ${values}`);
  await shop.events.publish();
  return rows.map(({ id }) => id);
}

export function orderIdAt(time: number): string {
  const hex = time.toString(16).padStart(12, "0") + randomBytes(10).toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export const waitForStatus = (page: Page, text: string) =>
  page
    .getByRole("status")
    .filter({ hasText: new RegExp(`^${text}`) })
    .waitFor();
export const searchField = (page: Page) =>
  page.getByLabel("Search by name, e-mail, product or order id");
export const expectSoon = <T>(read: () => T) => expect.poll(read, { timeout: 5_000 });
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

export const manyOrders: Ordered[] = Array.from({ length: 120 }, (_, index) => ({
  at: noon + index * hourMs,
  product: `Part ${index}`,
  // Several of each, so that only the id tells which comes first.
  cents: 1_000 + (index % 7) * 100,
}));
