// A return of the demo, from the customer's wish to its end.
import type { Order } from "#contract/orders.ts";
import type { Return, ReturnStep } from "#contract/returns.ts";
import { issueDocuments } from "#server/modules/invoices/issue-documents.ts";
import { askReturn } from "#server/modules/returns/ask-return.ts";
import { closeReturn } from "#server/modules/returns/close-return.ts";
import { takeStep } from "#server/modules/returns/take-step.ts";
import { newId } from "#server/platform/database/new-id.ts";
import type { SignedInCaller } from "#server/platform/http/handler.ts";
import type { DemoReturn } from "./demo-orders.ts";
import { type DemoShop, granted } from "./demo-shop.ts";
import type { Step } from "./take-steps.ts";

type Steps = {
  known: () => Order;
  step: (afterMs: number, take: Step["take"]) => Step;
  admin: SignedInCaller;
  customer: SignedInCaller;
};

const dayMs = 86_400_000;
const because = "The flange was cut when it was fitted: the gasket has to go in dry.";

export function returnSteps(
  shop: DemoShop,
  { afterDays, pieces, reason, wants, note, answers = {}, found }: DemoReturn,
  { known, step, admin, customer }: Steps,
): Step[] {
  let asked: Return | undefined;
  const present = () => {
    if (!asked) throw new Error("The return is not asked for yet");
    return asked;
  };
  const given = <Body>(id: string, body: Body) => ({ params: { id }, query: {}, body });
  const ask = async () => {
    const { _id: id, lines } = known();
    const kind = reason === "core" ? "deposit" : "part";
    const _id = lines.find((line) => line.kind === kind)?._id ?? "";
    const line = { line: _id, quantity: pieces, reason, wants, note };
    const body = { key: newId(), lines: [line] };
    asked = (await granted(askReturn(shop)(given(id, body), customer))).reply;
  };
  const take = async (toBody: (version: number, line: string) => ReturnStep) => {
    const { _id: id, version, lines } = present();
    const body = toBody(version, lines[0]?.line ?? "");
    asked = (await granted(takeStep(shop)(given(id, body), admin))).reply;
  };
  const close = async () => {
    const { _id: id, version } = present();
    await granted(closeReturn(shop)(given(id, { version }), admin));
    await issueDocuments(shop, known()._id, { isOld: true });
  };
  const stepAt = (days: number | undefined, work: Step["take"]) =>
    days === undefined ? [] : [step(days * dayMs, work)];
  const inspect = () =>
    take((version, line) => {
      const { condition, resolution } = found ?? { condition: "new", resolution: "refund" };
      const isSellable = condition === "new";
      const pieceCounts = { restock: isSellable ? pieces : 0, scrap: isSellable ? 0 : pieces };
      return {
        step: "inspect",
        version,
        lines: [{ line, ...pieceCounts, condition, resolution }],
      };
    });
  return [
    step(afterDays * dayMs, ask),
    ...stepAt(answers.approve, () =>
      take((version) => ({ step: "approve", version, free: reason !== "not_needed" })),
    ),
    ...stepAt(answers.refuse, () => take((version) => ({ step: "refuse", version, because }))),
    ...stepAt(answers.receive, () =>
      take((version, line) => ({ step: "receive", version, lines: [{ line, pieces }] })),
    ),
    ...stepAt(answers.inspect, inspect),
    ...stepAt(answers.close, close),
  ];
}
