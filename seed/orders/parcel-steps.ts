import type { Order } from "#contract/orders.ts";
import type { NewShipment } from "#contract/shipments.ts";
import { editShipment } from "#server/modules/shipments/edit-shipment.ts";
import { shipOrder } from "#server/modules/shipments/ship-order.ts";
import { newId } from "#server/platform/database/new-id.ts";
import type { SignedInCaller } from "#server/platform/http/handler.ts";
import type { DemoOrder } from "./demo-orders.ts";
import { type DemoShop, granted } from "./demo-shop.ts";
import type { Step } from "./take-steps.ts";

type Steps = {
  known: () => Order;
  step: (afterMs: number, take: Step["take"]) => Step;
  admin: SignedInCaller;
};

const dayMs = 86_400_000;

/** The day after, by the admin; it arrives three days later. */
export function parcelSteps(
  shop: DemoShop,
  { sent, quantity }: DemoOrder,
  { known, step, admin }: Steps,
): Step[] {
  if (sent === "nothing") return [];
  let parcel = "";
  const ship = async (body: Omit<NewShipment, "key">) => {
    const input = { id: known()._id, body: { key: newId(), ...body }, caller: admin };
    const { reply } = await granted(shipOrder(shop, input));
    parcel = reply._id;
  };
  const line = () => known().lines[0]?._id ?? "";
  const tracking = () => `7003 ${String(known().number).padStart(8, "0")}`;
  const body = () => ({
    carrier: "Nordbud",
    tracking: tracking(),
    trackingUrl: `https://nordbud.example/${known().number}`,
  });
  if (sent === "packed") return [step(1.2 * dayMs, () => ship({ isPacked: true }))];
  if (sent === "in part") {
    const lines = () => [{ line: line(), quantity: Math.ceil(quantity / 2) }];
    return [step(1.2 * dayMs, () => ship({ ...body(), lines: lines() }))];
  }
  const deliver = () => {
    const given = { params: { id: parcel }, query: {}, body: { state: "delivered" } } as const;
    return granted(editShipment(shop)(given, admin));
  };
  return [step(1.2 * dayMs, () => ship(body())), step(4.2 * dayMs, deliver)];
}
