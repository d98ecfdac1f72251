// Orders in parcels, made over HTTP.
import type { OrderPage } from "#contract/order-page.ts";
import type { Order } from "#contract/orders.ts";
import type { Shipment } from "#contract/shipments.ts";
import { payOrder, placeBasket, setUpDelivery } from "./basket-order.ts";
import { aStockedPart } from "./orders.ts";
import type { sharePayingShop } from "./paying-shop.ts";
import { type SignedIn, signUp, signUpAdmin } from "./people.ts";

export const newKey = () => crypto.randomUUID();
export const ship = (admin: SignedIn, { _id }: Pick<Order, "_id">, body: object = {}) =>
  admin.send("POST", `/api/orders/${_id}/shipments`, { key: newKey(), ...body });
export const edit = (admin: SignedIn, { _id }: Pick<Shipment, "_id">, body: object) =>
  admin.send("PATCH", `/api/shipments/${_id}`, body);
export const readPage = async (who: SignedIn, { number }: Order) =>
  (await who.get(`/api/orders/${number}/page`)).body as OrderPage;

/** Four discs and three pads, paid. */
export async function openWithPaidBasket(
  share: ReturnType<typeof sharePayingShop>,
  method: Parameters<typeof setUpDelivery>[1] = {},
) {
  const shop = await share();
  const [buyer, admin] = [await signUp(shop), await signUpAdmin(shop)];
  await setUpDelivery(admin, method);
  const disc = await aStockedPart(shop, { name: "Disc", priceCents: 4_999 });
  const pads = await aStockedPart(shop, { name: "Pads", priceCents: 3_337 });
  const placed = await placeBasket(buyer, [
    [disc, 4],
    [pads, 3],
  ]);
  const order = await payOrder(shop, buyer, placed);
  const lineOf = (name: string) => order.lines.find((line) => line.name === name)?._id ?? "";
  return { shop, buyer, admin, disc, pads, order, lineOf };
}
