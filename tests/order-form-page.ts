// The order form on a part's page.

import type { Page } from "playwright-core";
import { orders } from "#server/modules/orders/tables.ts";
import type { PageOptions } from "./open-page.ts";
import { openPageAs } from "./open-page-as.ts";
import type { OpenShop } from "./open-shop.ts";
import { aStockedPart, type StockedPart } from "./orders.ts";
import { fillFields, readFields } from "./page-actions.ts";
import { type SignedIn, signUp } from "./people.ts";

export type OrderFormPage = { shop: OpenShop; vera: SignedIn; part: StockedPart; page: Page };
/** At least 6 and at most 119 pieces at $45.50. */
export async function openOrderForm(
  shop: OpenShop,
  part: Parameters<typeof aStockedPart>[1] = {},
  options: PageOptions = {},
): Promise<OrderFormPage> {
  const vera = await signUp(shop);
  const limits = { minimumQuantity: 5, availablQuantity: 120 };
  const stocked = await aStockedPart(shop, { name: "Brake Disc", ...limits, ...part });
  const page = await openPageAs(shop, vera, `/purchase/${stocked.id}`, options);
  await orderButton(page).waitFor();
  return { shop, vera, part: stocked, page };
}

export const orderButton = (page: Page) => page.getByRole("button", { name: "Place order" });

export const orderFields = { Quantity: "7", Phone: "+8801711", Address: "12 Mirpur Road\nDhaka" };

export async function fillOrderForm(page: Page, quantity = orderFields.Quantity): Promise<void> {
  await fillFields(page, { ...orderFields, Quantity: quantity });
}

export const readOrderForm = (page: Page) => readFields(page, Object.keys(orderFields));

/** Oldest first. */
export async function readOrderedQuantities({ shop }: OpenShop): Promise<number[]> {
  const rows = await shop.db.select().from(orders).orderBy(orders.id);
  return rows.map(({ quantity }) => quantity);
}

/** The shop takes the order; its response never arrives. */
export async function loseOrderResponse(page: Page): Promise<void> {
  await page.route(
    "**/api/orders",
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
}
