import { type FieldMessages, Refusal, refuse } from "#contract/refusals.ts";
import type { Return, ReturnStep, returnCalls } from "#contract/returns.ts";
import type { Context } from "#server/context.ts";
import { addOrderLetter } from "#server/modules/letters/queue-letter.ts";
import { storeOrderEvent } from "#server/modules/orders/order-event.ts";
import { type Audited, recordAction } from "#server/platform/audit/record-action.ts";
import type { Handler, SignedInCaller } from "#server/platform/http/handler.ts";
import { changeLocked, type LockedReturn } from "./change-return.ts";
import { inspectLines } from "./inspect-lines.ts";
import { changeLine, changeReturn, findReturn, presentReturn, type StoredReturn } from "./store.ts";

const outcomes = {
  approve: { state: "approved", letter: "return-approved" },
  refuse: { state: "refused", letter: "return-refused" },
  receive: { state: "received", letter: "return-received" },
  inspect: { state: "inspected", letter: undefined },
} as const;

type Stepped = Audited<Return> | Refusal<"invalid" | "not-found" | "conflict">;
type Receive = Extract<ReturnStep, { step: "receive" }>;

export function takeStep(context: Context): Handler<typeof returnCalls.step> {
  return async ({ params: { id }, body }, caller) => {
    const { step, version } = body;
    const { state, letter } = outcomes[step];
    const change = { id, move: step, caller, version };
    const stepped = await changeLocked<Stepped>(context, change, async (locked) => {
      const { tx, order, found, address } = locked;
      const problem = await bookLines(locked, { body, caller });
      if (problem) return problem;
      await changeReturn(tx, found, {
        state,
        ...(body.step === "approve" && { free: body.free }),
        ...(body.step === "refuse" && { because: body.because }),
      });
      if (letter) await addOrderLetter(tx, letter, { id, email: order.email });
      await storeOrderEvent(tx, `order.return-${state}`, order);
      const noted = await recordAction(tx, caller, {
        action: "edit-return",
        about: order.id,
        before: { return: found.number, state: found.state },
        after: { return: found.number, state },
      });
      const after = await findReturn(tx, { id });
      return { reply: await presentReturn(tx, after ?? found, address), noted };
    });
    if (!(stepped instanceof Refusal)) context.jobs.wake();
    return stepped;
  };
}

type Booking = { body: ReturnStep; caller: SignedInCaller };

async function bookLines(
  locked: LockedReturn,
  { body, caller }: Booking,
): Promise<Refusal<"invalid" | "conflict"> | undefined> {
  if (body.step === "inspect") return inspectLines(locked, { lines: body.lines, caller });
  if (body.step !== "receive") return undefined;
  const { tx, found } = locked;
  const problem = receivedProblem(found, body);
  if (problem) return problem;
  for (const { line, pieces } of body.lines) {
    await changeLine(tx, found.id, line, { received: pieces });
  }
  return undefined;
}

/** The pieces that are here, of every line, at least one in all. */
function receivedProblem(
  { lines }: StoredReturn,
  { lines: received }: Receive,
): Refusal<"invalid"> | undefined {
  const problems: FieldMessages = {};
  const wanted = new Map(lines.map((line) => [line.orderLineId, line.quantity]));
  for (const [at, { line, pieces }] of received.entries()) {
    const most = wanted.get(line);
    if (most === undefined) problems[`lines.${at}.line`] = "Is not in this return, or named twice";
    else if (pieces > most) problems[`lines.${at}.pieces`] = `At most ${most} were to come back`;
    wanted.delete(line);
  }
  if (wanted.size > 0) problems.lines ??= "Say of every line how many pieces came";
  else if (received.every(({ pieces }) => pieces === 0)) problems.lines ??= "Nothing was received";
  const [first] = Object.values(problems);
  return first === undefined ? undefined : refuse("invalid", `${first}.`, problems);
}
