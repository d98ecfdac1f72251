// What comes after an order: notes, a corrected address, a return.
import type { Order } from "#contract/orders.ts";
import type { Return, ReturnStep } from "#contract/returns.ts";
import { addNote } from "#server/modules/orders/add-note.ts";
import { correctAddress } from "#server/modules/orders/correct-address.ts";
import { askReturn } from "#server/modules/returns/ask-return.ts";
import { takeStep } from "#server/modules/returns/take-step.ts";
import { newId } from "#server/platform/database/new-id.ts";
import type { SignedInCaller } from "#server/platform/http/handler.ts";
import type { DemoOrder, DemoReturn } from "./demo-orders.ts";
import { type DemoShop, granted } from "./demo-shop.ts";
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

const because = "The flange was cut when it was fitted: the gasket has to go in dry.";

function returnSteps(
  shop: DemoShop,
  { afterDays, pieces: quantity, reason, note, answers = {} }: DemoReturn,
  { known, step, admin, customer }: Steps,
): Step[] {
  let asked: Return | undefined;
  const ask = async () => {
    const { _id: id, lines } = known();
    const line = lines[0]?._id ?? "";
    const body = { key: newId(), lines: [{ line, quantity, reason, note }] };
    const given = { params: { id }, query: {}, body };
    asked = (await granted(askReturn(shop)(given, customer))).reply;
  };
  const take = async (toBody: (version: number) => ReturnStep) => {
    if (!asked) throw new Error("The return is not asked for yet");
    const given = { params: { id: asked._id }, query: {}, body: toBody(asked.version) };
    asked = (await granted(takeStep(shop)(given, admin))).reply;
  };
  const lines = () => (asked?.lines ?? []).map(({ line }) => ({ line, pieces: quantity }));
  const stepAt = (days: number | undefined, toBody: (version: number) => ReturnStep) =>
    days === undefined ? [] : [step(days * dayMs, () => take(toBody))];
  return [
    step(afterDays * dayMs, ask),
    ...stepAt(answers.approve, (version) => ({ step: "approve", version, free: false })),
    ...stepAt(answers.refuse, (version) => ({ step: "refuse", version, because })),
    ...stepAt(answers.receive, (version) => ({ step: "receive", version, lines: lines() })),
  ];
}
