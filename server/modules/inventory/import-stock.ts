import { sql } from "drizzle-orm";
import { readStockChange } from "#contract/rules/stock-change.ts";
import { everyPartTag } from "#contract/tags.ts";
import {
  type Cause,
  type Cells,
  type ComparedLine,
  type Finding,
  type ImportKind,
  type LineChange,
  refuseLine,
  type Unwritten,
} from "#server/modules/imports/import-kind.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { lockStock } from "./change-stock.ts";
import type { StockOrders as AllStockOrders } from "./edit-stock.ts";
import {
  chooseNewest,
  type FreedHold,
  findFreeable,
  freeHoldsOfParts,
  listHoldersOfImport,
} from "./free-newest-holds.ts";

type StockOrders = Pick<AllStockOrders, "lockOrders" | "endHolds">;

export const stockImport = (orders: StockOrders): ImportKind => ({
  columns: ["on_hand"],
  required: ["on_hand"],
  keys: [],
  addsParts: false,
  isRelative: true,
  tags: [everyPartTag],
  parse: (cells) => ({ ...readCount(cells), key: "" }),
  findPresent: async (db, lines) => {
    const byId = await findStock(
      db,
      lines.map(({ partId }) => partId),
    );
    return lines.map(({ partId }) => byId.get(partId ?? "")?.cells);
  },
  check: async (db, lines) => {
    const byId = await findStock(
      db,
      lines.map(({ partId }) => partId),
    );
    const losing = await countLosingOrders(db, lines, byId);
    return lines.map(({ cells, partId }) => {
      const id = partId ?? "";
      const findings = stockFindings(Number(cells.on_hand), byId.get(id), losing.get(id));
      return { cells, findings };
    });
  },
  lockBefore: async (tx, importId) => {
    const holders = await listHoldersOfImport(tx, importId);
    await orders.lockOrders(tx, holders);
    return holders;
  },
  lock: async (tx, partIds) => {
    await lockStock(tx, partIds);
  },
  write: async (tx, changes, cause) => {
    const orderIds = cause.isUndo ? [] : await freeHolds(tx, changes, cause);
    await orders.endHolds(tx, orderIds);
    return writeCounts(tx, changes, cause);
  },
  list: listStock,
});

function readCount(cells: Cells): { cells: Cells; findings: Finding[] } {
  const { on_hand = "" } = cells;
  const read = readStockChange(on_hand, "count");
  if ("problem" in read || read.reason !== "count") {
    const what = `“${on_hand}” is no count`;
    return { cells, findings: [refuseLine(what, "Write how many are on the shelf, such as 215")] };
  }
  return { cells: { ...cells, on_hand: `${read.pieces}` }, findings: [] };
}

const pieces = (count: number) => (count === 1 ? "1 piece" : `${count} pieces`);

const ofComponents = "This kit is put together from its components";

type Known = { reserved: number; isShelfKit: boolean } | undefined;

function stockFindings(onHand: number, known: Known, losingOrders: number | undefined): Finding[] {
  if (known?.isShelfKit && onHand > 0) {
    const remedy = "Count its components instead";
    return [refuseLine(ofComponents, remedy)];
  }
  const reserved = known?.reserved ?? 0;
  if (onHand >= reserved) return [];
  if (losingOrders === undefined) {
    const what = `Orders have reserved ${pieces(reserved)}, and too few of them are unpaid`;
    return [refuseLine(what, "Count again, or refund a paid order first")];
  }
  const unpaid = losingOrders === 1 ? "1 unpaid order loses" : `${losingOrders} unpaid orders lose`;
  const what = `Orders have reserved ${pieces(reserved)}, so ${unpaid} what is held for it`;
  return [
    {
      grade: "confirm",
      what: losingOrders === 1 ? what : what.replace(/it$/, "them"),
      todo: "Confirm it if the count is right; an undo does not hold the pieces for them again",
    },
  ];
}

type Stock = Awaited<ReturnType<typeof findStock>>;

function findMissing<Line extends { partId: string | null }>(
  lines: readonly Line[],
  byId: Stock,
  cellsOf: (line: Line) => Cells | undefined,
): Map<string, number> {
  const missing = lines.flatMap((line): [string, number][] => {
    const { partId } = line;
    const row = byId.get(partId ?? "");
    if (partId === null || !row || row.isShelfKit) return [];
    return [[partId, row.reserved - Number(cellsOf(line)?.on_hand)]];
  });
  return new Map(missing.filter(([, pieces]) => pieces > 0));
}

async function countLosingOrders(
  db: Queries,
  lines: readonly ComparedLine[],
  byId: Stock,
): Promise<Map<string, number>> {
  const needs = findMissing(lines, byId, ({ cells }) => cells);
  if (needs.size === 0) return new Map();
  const chosen = chooseNewest(await findFreeable(db, [...needs.keys()]), needs);
  const countOrders = (holds: readonly FreedHold[]) => new Set(holds.map((hold) => hold.orderId));
  return new Map([...chosen].map(([partId, holds]) => [partId, countOrders(holds).size]));
}

async function freeHolds(
  tx: Queries,
  changes: readonly LineChange[],
  { importId, number, byUser, lockedBefore = [] }: Cause,
): Promise<string[]> {
  const byId = await findStock(
    tx,
    changes.map(({ partId }) => partId),
  );
  const needs = findMissing(changes, byId, ({ after }) => after);
  const cause = { sourceId: importId, byUser, note: `Import ${number}` };
  const freed = await freeHoldsOfParts(tx, needs, lockedBefore, cause);
  return [...new Set([...freed.values()].flat().map(({ orderId }) => orderId))];
}

type Row = { id: string; part: string; on_hand: number; reserved: number; isShelfKit: boolean };

async function findStock(db: Queries, ids: readonly (string | null)[]) {
  const rows = await queryRows<Row>(
    db,
    sql`
    select p.id, p.number as part, s.on_hand, s.reserved, p.from_shelf as "isShelfKit" from stock s join parts p on p.id = s.part_id
    where s.part_id = any(${sql.param(ids)}::uuid[]) and p.deleted_at is null`,
  );
  return new Map(
    rows.map(({ id, part, on_hand, reserved, isShelfKit }) => [
      id,
      { reserved, isShelfKit, cells: { part, on_hand: `${on_hand}` } },
    ]),
  );
}

async function writeCounts(
  tx: Queries,
  changes: readonly LineChange[],
  { importId, number, byUser, isUndo }: Cause,
): Promise<Unwritten[]> {
  const ids = changes.map(({ partId }) => partId);
  const byId = await findStock(tx, ids);
  const booked = changes.map(({ line, partId, before, after }) => {
    const change = Number(after?.on_hand) - Number(before?.on_hand);
    const row = byId.get(partId ?? "");
    const left = Number(row?.cells.on_hand) + change;
    const { reserved = 0, isShelfKit = false } = row ?? {};
    return { line, partId, change, left, reserved, hasNoStock: isShelfKit && left > 0 };
  });
  const isBookable = ({ left, reserved, hasNoStock }: (typeof booked)[number]) =>
    left >= reserved && !hasNoStock;
  const bookable = booked.filter(isBookable);
  const note = isUndo ? `Undo of import ${number}` : `Import ${number}`;
  await tx.execute(sql`
    with given as (
      select * from unnest(${sql.param(bookable.map(({ partId }) => partId))}::uuid[],
        ${sql.param(bookable.map(({ change }) => change))}::int[]) as given (part_id, change)
    ), moved as (
      insert into inventory_movements (part_id, reason, on_hand_change, source_id, by_user, note)
      select part_id, ${isUndo ? "edit" : "count"}, change, ${importId}::uuid, ${byUser}::uuid, ${note}
      from given
    )
    update stock set on_hand = stock.on_hand + given.change from given
    where stock.part_id = given.part_id`);
  return booked
    .filter((row) => !isBookable(row))
    .map(({ line, left, reserved, hasNoStock }) => ({
      line,
      what: hasNoStock
        ? ofComponents
        : `Only ${pieces(Math.max(0, left))} would be left, and orders have reserved ${reserved}`,
    }));
}

const partsPerPage = 1_000;

async function listStock(db: Queries, after: string) {
  const rows = await queryRows<{ part: string; on_hand: string; norm: string }>(
    db,
    sql`
    select p.number as part, s.on_hand::text, n.norm from part_numbers n
    join parts p on p.id = n.part_id join stock s on s.part_id = p.id
    where n.kind = 'own' and n.norm > ${after} and p.deleted_at is null
      and not p.from_shelf
    order by n.norm limit ${partsPerPage}`,
  );
  const next = rows.length === partsPerPage ? rows.at(-1)?.norm : undefined;
  return { rows: rows.map(({ part, on_hand }) => ({ part, on_hand })), next };
}
