import { sql } from "drizzle-orm";
import { readStockChange } from "#contract/rules/stock-change.ts";
import {
  type Cause,
  type Cells,
  type Finding,
  type ImportKind,
  type LineChange,
  refuseLine,
  type Unwritten,
} from "#server/modules/imports/import-kind.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { lockStock } from "./change-stock.ts";

export const stockImport: ImportKind = {
  columns: ["on_hand"],
  required: ["on_hand"],
  keys: [],
  addsParts: false,
  isRelative: true,
  tags: ["parts", "part:*"],
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
    return lines.map(({ cells, partId }) => ({
      cells,
      findings: stockFindings(Number(cells.on_hand), byId.get(partId ?? "")),
    }));
  },
  lock: async (tx, partIds) => {
    await lockStock(tx, partIds);
  },
  write: writeCounts,
  list: listStock,
};

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

function stockFindings(onHand: number, known: Known): Finding[] {
  if (known?.isShelfKit && onHand > 0) {
    const remedy = "Count its components instead";
    return [refuseLine(ofComponents, remedy)];
  }
  const reserved = known?.reserved ?? 0;
  if (onHand >= reserved) return [];
  return [
    refuseLine(`Orders have reserved ${pieces(reserved)}`, "Count again, or cancel an order"),
  ];
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
