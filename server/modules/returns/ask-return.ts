import { eq } from "drizzle-orm";
import { type FieldMessages, Refusal, refuse } from "#contract/refusals.ts";
import { type NewReturn, type Return, returnCalls } from "#contract/returns.ts";
import { moverOf } from "#contract/rules/order-states.ts";
import { returnablePieces, wishProblem } from "#contract/rules/returns.ts";
import type { Context } from "#server/context.ts";
import { findPromised } from "#server/modules/fitment/find-promised.ts";
import { addOrderLetter } from "#server/modules/letters/queue-letter.ts";
import { type LockedOrder, lockOrder } from "#server/modules/orders/move-order.ts";
import { storeOrderEvent } from "#server/modules/orders/order-event.ts";
import { findLinkedOrder } from "#server/modules/orders/order-links.ts";
import { deadLink, noSuchOrder } from "#server/modules/orders/refusals.ts";
import {
  type Audited,
  nothingToAudit,
  recordAction,
} from "#server/platform/audit/record-action.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { inTransaction, retryOnConflict } from "#server/platform/database/transaction.ts";
import type { Handler, SignedInCaller } from "#server/platform/http/handler.ts";
import { type KeyedRequest, keyedRequest, once } from "#server/platform/once/once.ts";
import { coresProblem } from "./cores-problem.ts";
import { countAsked, findReturn, presentReturn } from "./store.ts";
import { returnLines, returns } from "./tables.ts";

const nothingToReturn = refuse(
  "nothing-to-return",
  "Nothing of this order can be returned: none of it has been sent, or all of it came back. As long as nothing has been sent, you can cancel the order.",
);

/** Those that were cancelled count as well: who asks and cancels without end fills the desk's list. */
const mostReturns = 50;
const tooManyReturns = refuse(
  "conflict",
  `There are ${mostReturns} returns of this order, which is the most. Please write to us.`,
);

type Code = "invalid" | "not-found" | "nothing-to-return" | "conflict";
type Asked = Audited<Return> | Refusal<Code | "key-reused">;

export function askReturn(context: Context): Handler<typeof returnCalls.ask> {
  return ({ params, body }, caller) => {
    const request = keyedRequest(returnCalls.ask, { params, body }, by(caller.person._id));
    return ask(context, request, { orderId: params.id, body, caller });
  };
}

/** Who has the link of a letter needs no account. */
export function askReturnByLink(context: Context): Handler<typeof returnCalls.askByLink> {
  return async ({ body: { token, ...body } }) => {
    const order = await findLinkedOrder(context.db, token);
    if (!order) return deadLink;
    const request = keyedRequest(returnCalls.askByLink, { body }, by(order.id));
    const asked = await ask(context, request, { orderId: order.id, body, caller: undefined });
    return asked instanceof Refusal ? asked : asked.reply;
  };
}

const by = (who: string) => ({ who, index: "returns_request" });

async function ask(
  context: Context,
  request: KeyedRequest,
  given: Pick<Input, "orderId" | "body" | "caller">,
): Promise<Asked> {
  const { returns: settings } = await context.settings();
  const input = { ...given, ...settings };
  const asked = await retryOnConflict(() =>
    inTransaction(context.db, async (tx) => {
      const done = await once(tx, request, () => askOrRefuse(tx, input));
      if (done instanceof Refusal) return done;
      const stored = await findReturn(tx, { id: done.reply.id });
      if (!stored) throw new Error(`Return ${done.reply.id} is gone`);
      return { reply: await presentReturn(tx, stored, settings.address), noted: done.noted };
    }),
  );
  if (!(asked instanceof Refusal)) context.jobs.wake();
  return asked;
}

type Input = {
  orderId: string;
  body: NewReturn;
  /** Undefined: by the link of a letter. */
  caller: SignedInCaller | undefined;
  freeReasons: readonly string[];
};

async function askOrRefuse(
  tx: Queries,
  input: Input,
): Promise<Audited<{ id: string }> | Refusal<Code>> {
  const { orderId, body, caller, freeReasons } = input;
  const order = await lockOrder(tx, orderId);
  if (!order || (caller && !moverOf(caller.person, order))) return noSuchOrder;
  const of = eq(returns.orderId, orderId);
  const others = await tx.select({ id: returns.id }).from(returns).where(of).limit(mostReturns);
  if (others.length === mostReturns) return tooManyReturns;
  const unknownWish = wishesProblem(body);
  if (unknownWish) return unknownWish;
  const isCore = body.lines.some(({ reason }) => reason === "core");
  const problem = isCore
    ? await coresProblem(tx, orderId, body)
    : linesProblem(order, await countAsked(tx, orderId), body);
  if (problem) return problem;
  const promised = await findPromised(
    tx,
    body.lines.map(({ line }) => line),
  );
  const isPromised = ({ line, reason }: NewReturn["lines"][number]) =>
    reason === "does_not_fit" && promised.has(line);
  const free = body.lines.every((line) => isPromised(line) || freeReasons.includes(line.reason));
  // What was promised to fit and does not is taken back without a question, as old parts are.
  const state = isCore || body.lines.every(isPromised) ? "approved" : "requested";
  const [row] = await tx
    .insert(returns)
    .values({
      id: newId(),
      orderId,
      state,
      free,
      byUser: caller?.person._id,
      requestKey: body.key,
      kind: isCore ? "core" : "return",
    })
    .returning();
  if (!row) throw new Error("The return was not stored");
  await tx.insert(returnLines).values(
    body.lines.map(({ line, quantity, reason, wants, note }) => ({
      returnId: row.id,
      orderLineId: line,
      quantity,
      reason,
      wants,
      note,
    })),
  );
  const letter = state === "approved" ? "return-approved" : "return-asked";
  await addOrderLetter(tx, letter, { id: row.id, email: order.email });
  await storeOrderEvent(tx, "order.return-asked", order);
  const done = { action: "ask-return", about: orderId, after: { return: row.number } } as const;
  const noted = caller ? await recordAction(tx, caller, done) : nothingToAudit;
  return { reply: { id: row.id }, noted };
}

function wishesProblem({ lines }: NewReturn): Refusal<"invalid"> | undefined {
  const problems: FieldMessages = {};
  for (const [at, line] of lines.entries()) {
    const problem = wishProblem(line);
    if (problem) problems[`lines.${at}.wants`] = problem;
  }
  const [first] = Object.values(problems);
  return first === undefined ? undefined : refuse("invalid", `${first}.`, problems);
}

function linesProblem(
  { lines }: LockedOrder,
  asked: ReadonlyMap<string, number>,
  { lines: wanted }: NewReturn,
): Refusal<"nothing-to-return" | "conflict"> | undefined {
  const left = new Map(
    lines
      .filter(({ kind }) => kind === "part")
      .map((line) => [line.id, { line, pieces: returnablePieces(line, asked.get(line.id) ?? 0) }]),
  );
  if ([...left.values()].every(({ pieces }) => pieces === 0)) return nothingToReturn;
  const problems: FieldMessages = {};
  const seen = new Set<string>();
  for (const [at, { line: id, quantity }] of wanted.entries()) {
    const found = left.get(id);
    const field = `lines.${at}.quantity`;
    if (!found) problems[`lines.${at}.line`] = "Is not a part of this order";
    else if (seen.has(id)) problems[`lines.${at}.line`] = "Is named twice";
    else if (quantity > found.pieces) problems[field] = tooMany(found.line, found.pieces);
    seen.add(id);
  }
  const [first] = Object.values(problems);
  return first === undefined ? undefined : refuse("conflict", first, problems);
}

function tooMany({ name, shipped }: { name: string; shipped: number }, left: number): string {
  if (shipped === 0) return `${name} has not been sent yet, so it cannot be returned`;
  if (left === 0) return `All of ${name} that was sent is being returned already`;
  return `At most ${left} of ${name} can be returned: that many were sent and not returned yet`;
}
