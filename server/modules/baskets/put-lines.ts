import { sql } from "drizzle-orm";
import type { Basket, basketCalls } from "#contract/baskets.ts";
import type { HandlerInput } from "#contract/call.ts";
import { Refusal, refuse } from "#contract/refusals.ts";
import { maxBasketLines, orderableQuantity } from "#contract/rules/quantity.ts";
import type { Context } from "#server/context.ts";
import { listBasketParts, type ShownPart } from "#server/modules/catalog/list-basket-parts.ts";
import { type PriceMoment, readTerms } from "#server/modules/discounts/price-terms.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { lockThenWrite } from "#server/platform/database/lock-then-write.ts";
import { pipeline } from "#server/platform/database/transaction.ts";
import type { Caller } from "#server/platform/http/caller.ts";
import type { Handler } from "#server/platform/http/handler.ts";
import { findOrCreateOwner } from "./find-owner.ts";
import { notSold, toLiveLines } from "./live-lines.ts";
import { presentBasket } from "./present-basket.ts";
import type { LiveLine } from "./present-line.ts";
import {
  findTerms,
  listLines,
  lockBasket,
  type Owner,
  partIdsOf,
  putLines,
  type StoredLine,
} from "./store.ts";

type Wanted = HandlerInput<typeof basketCalls.put>["body"]["lines"][number];

const noSuchPart = refuse("not-found", "There is no such part. It may have been removed.");

export const fullBasket = refuse(
  "conflict",
  `Your basket has ${maxBasketLines} different parts, which is the most. Order these first, or take some out.`,
);

export function putIntoBasket(context: Context): Handler<typeof basketCalls.put> {
  return async ({ body: { lines } }, caller) => {
    // Of a part that is named twice, the last one counts.
    const named = [...new Map(lines.map((line) => [line.part, line])).values()];
    const kept = await store(context, caller, named, () => named);
    return kept instanceof Refusal ? kept : present(kept);
  };
}

export function addToBasket(context: Context): Handler<typeof basketCalls.add> {
  return async ({ body: { lines } }, caller) => {
    const kept = await store(context, caller, lines, (before) => sumUp(lines, before));
    if (kept instanceof Refusal) return kept;
    const before = piecesOf(kept.before);
    const added = kept.wanted.map(({ part }) => {
      const quantity = kept.lines.find(({ partId }) => partId === part)?.quantity ?? 0;
      return { part, pieces: Math.max(0, quantity - (before.get(part) ?? 0)) };
    });
    return { ...present(kept), added };
  };
}

const maxPieces = 1_000_000_000;

function sumUp(lines: readonly Wanted[], before: readonly StoredLine[]): Wanted[] {
  const pieces = piecesOf(before);
  const sums = new Map<string, number>();
  for (const { part, quantity } of lines) {
    sums.set(part, Math.min(maxPieces, (sums.get(part) ?? pieces.get(part) ?? 0) + quantity));
  }
  return [...sums].map(([part, quantity]) => ({ part, quantity }));
}

const piecesOf = (lines: readonly StoredLine[]) =>
  new Map(lines.flatMap(({ partId, quantity, saved }) => (saved ? [] : [[partId, quantity]])));

type Decide = (before: readonly StoredLine[]) => readonly Wanted[];

async function store(context: Context, caller: Caller, named: readonly Wanted[], decide: Decide) {
  const { db, settings, clock } = context;
  const owner = await findOrCreateOwner(context, caller);
  const moment = { settings: await settings(), now: clock.now() };
  return lockThenWrite(
    db,
    (tx) => lockAndRead(tx, { owner, named, moment }),
    (tx, found) => storeOrRefuse(tx, decide(found.before), found),
  );
}

type Kept = Exclude<Awaited<ReturnType<typeof store>>, Refusal>;

function present({ lines, parts, terms, wanted }: Kept): Basket {
  const live = toLiveLines(lines, parts).map((line) => withReason(line, wanted));
  return presentBasket(live, terms);
}

type Input = { owner: Owner; named: readonly Wanted[]; moment: PriceMoment };
type Found = Awaited<ReturnType<typeof lockAndRead>>;

async function lockAndRead(tx: Queries, input: Input) {
  const { owner, named, moment } = input;
  const partIds = sql.param(named.map(({ part }) => part));
  const [basketId, before, buyer, parts] = await pipeline(
    lockBasket(tx, owner),
    listLines(tx, owner),
    findTerms(tx, owner),
    listBasketParts(tx, sql`${partIdsOf(owner)} union all select unnest(${partIds}::uuid[])`),
  );
  const userId = "userId" in owner ? owner.userId : undefined;
  const terms = await readTerms(tx, { ...buyer, userId }, moment);
  return { basketId, before, parts, terms };
}

function storeOrRefuse(tx: Queries, wanted: readonly Wanted[], found: Found) {
  const { basketId, before, parts, terms } = found;
  const known = new Set(before.map(({ partId }) => partId));
  const problem = findProblem(wanted, parts, known);
  if (problem) return problem;
  const stored = new Map(wanted.map((line) => [line.part, toStored(line, parts)]));
  const added = [...stored.values()].filter(({ partId }) => !known.has(partId));
  if (added.length > 0 && before.length + added.length > maxBasketLines) return fullBasket;
  const lines = [...before.map((line) => stored.get(line.partId) ?? line), ...added];
  return putLines(tx, basketId, [...stored.values()]).then(() => ({
    lines,
    before,
    wanted,
    parts,
    terms,
  }));
}

/** What cannot be ordered may stay in a basket, and be kept for later, but does not come in. */
function findProblem(
  wanted: readonly Wanted[],
  parts: ReadonlyMap<string, ShownPart>,
  known: ReadonlySet<string>,
): Refusal<"not-found" | "conflict"> | undefined {
  for (const { part: id, quantity } of wanted) {
    const part = parts.get(id);
    if (known.has(id) && part) continue;
    if (part?.inKitsOnly) return refuse("conflict", `${part.name}: ${notSold(part)}`);
    if (!part?.isForSale) return noSuchPart;
    const { quantity: possible, why } = orderableQuantity(quantity, part);
    if (possible > 0) continue;
    return refuse("conflict", `${part.name} cannot be ordered now. ${why}`, {
      quantity: why ?? "",
    });
  }
  return undefined;
}

function toStored(
  { part: partId, quantity, saved = false }: Wanted,
  parts: ReadonlyMap<string, ShownPart>,
): StoredLine {
  const part = parts.get(partId);
  if (!part) throw new Error(`Part ${partId} was not read`);
  const possible = part.isForSale ? orderableQuantity(quantity, part).quantity : 0;
  return { partId, quantity: possible || quantity, saved, seenCents: part.priceCents };
}

function withReason(line: LiveLine, wanted: readonly Wanted[]): LiveLine {
  const sent = wanted.find(({ part }) => part === line.part.id);
  if (!sent || line.why !== undefined || !line.part.isForSale) return line;
  return { ...line, ...orderableQuantity(sent.quantity, line.part) };
}
