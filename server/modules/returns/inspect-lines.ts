import { type FieldMessages, Refusal, refuse } from "#contract/refusals.ts";
import type { ReturnStep } from "#contract/returns.ts";
import { formatCents, toCents } from "#contract/rules/money.ts";
import { inspectionProblem } from "#contract/rules/returns.ts";
import { countFailures } from "#server/modules/fitment/count-failures.ts";
import { findStock } from "#server/modules/inventory/edit-stock.ts";
import { restock as restockPieces } from "#server/modules/inventory/move-goods.ts";
import { countReturned } from "#server/modules/orders/return-lines.ts";
import { pricePieces } from "#server/modules/refunds/price-lines.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import type { SignedInCaller } from "#server/platform/http/handler.ts";
import type { LockedReturn } from "./change-return.ts";
import { changeLine, type StoredReturn } from "./store.ts";
import { coreMovements } from "./tables.ts";

type Inspected = Extract<ReturnStep, { step: "inspect" }>["lines"];

export async function inspectLines(
  locked: LockedReturn,
  { lines, caller }: { lines: Inspected; caller: SignedInCaller },
): Promise<Refusal<"invalid" | "conflict"> | undefined> {
  const { tx, order, found } = locked;
  const problem = linesProblem(found, lines) ?? (await deductProblem(locked, lines));
  if (problem) return problem;
  const kept = lines.flatMap(({ line, restock, scrap }) => {
    const partId = order.lines.find(({ id }) => id === line)?.partId;
    const pieces = { orderLineId: line, quantity: restock + scrap, scrapped: scrap };
    return partId && pieces.quantity > 0 ? [{ ...pieces, partId, restock }] : [];
  });
  for (const { partId, restock, orderLineId } of kept) {
    if (restock === 0 || (await findStock(tx, partId))) continue;
    return notRestocked(lines, orderLineId, "This part is no longer sold: write it off");
  }
  const returned = kept.map(({ restock: _, ...line }) => line);
  const cause = { sourceId: found.id, byUser: caller.person._id };
  const refused = await restockPieces(tx, returned, cause);
  if (refused) return notRestocked(lines, refused, ofComponents);
  for (const { line, restock, scrap, condition, resolution, deduct = 0 } of lines) {
    const counted = { restocked: restock, scrapped: scrap, deductCents: toCents(deduct) };
    await changeLine(tx, found.id, line, { ...counted, condition, resolution });
  }
  await countReturned(tx, order, "returned", kept);
  const accepted = lines.filter(({ resolution }) => resolution !== "refuse");
  const failed = found.lines.filter(
    ({ orderLineId, reason }) =>
      reason === "does_not_fit" && accepted.some(({ line }) => line === orderLineId),
  );
  await countFailures(tx, caller, {
    orderId: order.id,
    lines: failed.map(({ orderLineId }) => orderLineId),
  });
  if (found.kind === "core") await receiveCores(tx, found.id, lines);
  return undefined;
}

const ofComponents =
  "This kit is put together from its components now: write it off, and book those as returned";

function notRestocked(lines: Inspected, lineId: string, message: string) {
  const at = lines.findIndex(({ line }) => line === lineId);
  return refuse("conflict", `${message}.`, { [`lines.${at}.restock`]: message });
}

async function receiveCores(tx: Queries, sourceId: string, lines: Inspected): Promise<void> {
  const kept = lines.flatMap(({ line, scrap }) =>
    scrap > 0
      ? [{ orderLineId: line, kind: "received" as const, quantity: scrap, cents: 0, sourceId }]
      : [],
  );
  if (kept.length > 0) await tx.insert(coreMovements).values(kept);
}

function linesProblem(
  { lines: asked }: StoredReturn,
  inspected: Inspected,
): Refusal<"invalid"> | undefined {
  const problems: FieldMessages = {};
  const left = new Map(asked.filter(hasCome).map((line) => [line.orderLineId, line]));
  for (const [at, line] of inspected.entries()) {
    const stored = left.get(line.line);
    if (!stored) {
      problems[`lines.${at}.line`] = "Is not among what was received, or named twice";
      continue;
    }
    left.delete(line.line);
    const { received, reason } = stored;
    const problem = inspectionProblem({ ...line, received, reason });
    if (problem) problems[`lines.${at}.restock`] = problem;
    if ((line.deduct ?? 0) > 0 && !mayDeduct(stored, line)) {
      problems[`lines.${at}.deduct`] =
        "Only what was used or damaged by the customer is worth less to them";
    }
  }
  if (left.size > 0) problems.lines ??= "Say of every line that was received how it was found";
  const [first] = Object.values(problems);
  return first === undefined ? undefined : refuse("invalid", `${first}.`, problems);
}

const hasCome = ({ received }: StoredReturn["lines"][number]) => received > 0;

/** The letter names what is kept: not more than there is to refund. */
async function deductProblem(
  { tx, order }: LockedReturn,
  lines: Inspected,
): Promise<Refusal<"invalid"> | undefined> {
  for (const [at, { line, restock, scrap, deduct = 0 }] of lines.entries()) {
    if (deduct === 0) continue;
    const pieces = { line, quantity: restock + scrap };
    const priced = await pricePieces(tx, order, [pieces]);
    // Their money went back already: such a return is closed as settled.
    if (priced instanceof Refusal) continue;
    const most = priced.find(({ orderLineId }) => orderLineId === line)?.amountCents ?? 0;
    if (toCents(deduct) <= most) continue;
    const message = `At most $${formatCents(most)}, which is all that is refunded for it`;
    return refuse("invalid", `${message}.`, { [`lines.${at}.deduct`]: message });
  }
  return undefined;
}

function mayDeduct(
  { reason }: StoredReturn["lines"][number],
  { condition, resolution }: Inspected[number],
): boolean {
  const isWorn = condition === "used" || condition === "damaged" || condition === "incomplete";
  return resolution === "refund" && (reason === "withdrawal" || isWorn);
}
