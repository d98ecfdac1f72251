import { and, inArray, isNull, sql } from "drizzle-orm";
import { dollars } from "#contract/fields.ts";
import { type Cents, toDollars } from "#contract/rules/money.ts";
import { readPrice } from "#contract/rules/read-price.ts";
import { everyPartTag } from "#contract/tags.ts";
import {
  type Cells,
  type ComparedLine,
  type Finding,
  type ImportKind,
  type LineChange,
  refuseLine,
} from "#server/modules/imports/import-kind.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { listOwnNumbers } from "./list-own-numbers.ts";
import { lockParts } from "./lock-parts.ts";
import { parts } from "./tables.ts";

export const priceImport: ImportKind = {
  columns: ["price"],
  required: ["price"],
  keys: [],
  addsParts: false,
  isRelative: false,
  tags: ["part-prices", everyPartTag],
  parse: (cells) => ({ ...readPriceCell(cells), key: "" }),
  findPresent: async (db, lines) => {
    const byId = await findPrices(
      db,
      lines.flatMap(({ partId }) => partId ?? []),
    );
    return lines.map(({ partId }) => byId.get(partId ?? ""));
  },
  check: async (_, lines) =>
    lines.map((line) => ({ cells: line.cells, findings: doubtFindings(line) })),
  lock: lockParts,
  write: writePrices,
  list: async (db, after) => {
    const { ids, next } = await listOwnNumbers(db, after);
    const byId = await findPrices(db, ids);
    return { rows: ids.map((id) => byId.get(id)).filter((row) => row !== undefined), next };
  },
};

export function readPriceCell(cells: Cells): { cells: Cells; findings: Finding[] } {
  const { price = "" } = cells;
  const read = readPrice(price);
  if ("question" in read) {
    const [less, more] = read.question.map(toPriceCell);
    const what = `“${price}” may be ${less} or ${more}`;
    return { cells, findings: [refuseLine(what, `Write ${less} or ${more}`)] };
  }
  const problem = "problem" in read ? read.problem : priceProblem(read.cents);
  if (problem !== undefined || !("cents" in read)) {
    const what = `“${price}” is no price of a part`;
    return { cells, findings: [refuseLine(what, problem ?? "")] };
  }
  return { cells: { ...cells, price: toPriceCell(read.cents) }, findings: [] };
}

function priceProblem(cents: Cents): string | undefined {
  const checked = dollars.safeParse(toDollars(cents));
  return checked.success ? undefined : checked.error.issues[0]?.message;
}

export const toPriceCell = (cents: Cents) => toDollars(cents).toFixed(2);

const mostUnasked = 0.5;

export function doubtFindings({ cells, present }: ComparedLine): Finding[] {
  const before = Number(present?.price);
  const after = Number(cells.price);
  if (!(Math.abs(after - before) > before * mostUnasked)) return [];
  const what = `The price goes from ${present?.price} to ${cells.price}`;
  return [{ grade: "confirm", what, todo: "Confirm it if it is meant" }];
}

async function findPrices(db: Queries, ids: readonly string[]): Promise<Map<string, Cells>> {
  const rows = await db
    .select({ id: parts.id, part: parts.number, priceCents: parts.priceCents })
    .from(parts)
    .where(and(inArray(parts.id, [...ids]), isNull(parts.deletedAt)));
  return new Map(
    rows.map(({ id, part, priceCents }) => [id, { part, price: toPriceCell(priceCents) }]),
  );
}

async function writePrices(tx: Queries, changes: readonly LineChange[]) {
  const ids = changes.map(({ partId }) => partId);
  const cents = changes.map(({ after }) => Math.round(Number(after?.price) * 100));
  await tx.execute(sql`
    update parts set price_cents = given.cents
    from unnest(${sql.param(ids)}::uuid[], ${sql.param(cents)}::bigint[]) as given (id, cents)
    where parts.id = given.id`);
  return [];
}
