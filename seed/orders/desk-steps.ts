// What comes after an order: notes, a corrected address, a return.
import type { Order } from "#contract/orders.ts";
import { addNote } from "#server/modules/orders/add-note.ts";
import { correctAddress } from "#server/modules/orders/correct-address.ts";
import type { SignedInCaller } from "#server/platform/http/handler.ts";
import type { DemoOrder } from "./demo-orders.ts";
import { type DemoShop, granted } from "./demo-shop.ts";
import { returnSteps } from "./return-steps.ts";
import type { Step } from "./take-steps.ts";

type Steps = {
  known: () => Order;
  step: (afterMs: number, take: Step["take"]) => Step;
  admin: SignedInCaller;
  customer: SignedInCaller;
};

const dayMs = 86_400_000;

export function deskSteps(
  shop: DemoShop,
  { note: text, movesTo, comesBack }: DemoOrder,
  steps: Steps,
): Step[] {
  const { known, step, admin } = steps;
  const given = <Body>(body: Body) => ({ params: { id: known()._id }, query: {}, body });
  const correct = (address: string) => {
    const { name, phone } = known();
    return granted(correctAddress(shop)(given({ name, phone, address }), admin));
  };
  return [
    ...(text ? [step(1.05 * dayMs, () => granted(addNote(shop)(given({ text }), admin)))] : []),
    ...(movesTo ? [step(1.1 * dayMs, () => correct(movesTo))] : []),
    ...(comesBack ? returnSteps(shop, comesBack, steps) : []),
  ];
}
