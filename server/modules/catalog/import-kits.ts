import { sql } from "drizzle-orm";
import { kitComponent } from "#contract/part-edits.ts";
import { normalizePartNumber } from "#contract/rules/part-number.ts";
import { everyPartTag } from "#contract/tags.ts";
import {
  type Cells,
  type Finding,
  type ImportKind,
  type LineChange,
  type LineFinding,
  type PartLine,
  refuseLine,
  spreadsheetFinding,
  type Unwritten,
} from "#server/modules/imports/import-kind.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { listOwnNumbers } from "./list-own-numbers.ts";
import { lockParts, raiseVersions } from "./lock-parts.ts";
import { lockKitStock } from "./save-details.ts";

export const kitImport: ImportKind = {
  columns: ["component", "quantity", "sold_alone"],
  required: ["component"],
  keys: ["component"],
  addsParts: false,
  hasActions: true,
  isWrittenWhole: true,
  isRelative: false,
  tags: ["parts", "vehicles", everyPartTag],
  parse: parseComponent,
  findPresent: async (db, lines) => {
    const found = await findComponents(db, lines);
    return found.map((row) => (row?.quantity ? toCells(row) : undefined));
  },
  check: async (db, lines) => {
    const found = await findComponents(db, lines);
    return lines.map(({ cells, partId }, at) => {
      const row = found[at];
      const findings = componentFindings(row, cells, partId);
      return { cells: row ? { ...cells, component: row.number } : cells, findings };
    });
  },
  checkTogether: async (db, importId) => [
    ...(await findLinesInCircles(db, importId)),
    ...(await findEmptiedKits(db, importId)),
  ],
  lock: async (tx, partIds, lines) => {
    const components = lines.flatMap(({ after }) => after?.component ?? []);
    await lockKitStock(tx, partIds, components);
    await lockParts(tx, partIds);
  },
  write: writeComponents,
  list: async (db, after) => {
    const { ids, next } = await listOwnNumbers(db, after);
    const rows = await queryRows<Cells>(
      db,
      sql`
      select kit.number as part, p.number as component, c.quantity::text,
        case when c.sold_alone then 'yes' else 'no' end as sold_alone
      from kit_components c join parts kit on kit.id = c.kit_id join parts p on p.id = c.component_id
      where c.kit_id = any(${sql.param(ids)}::uuid[]) and p.deleted_at is null
      order by part_number_norm(kit.number) collate "C", part_number_norm(p.number) collate "C"`,
    );
    return { rows, next };
  },
};

const circle = "With it, the kit would contain itself";
const empty = "Without it, nothing would be in a kit that is put together from its components";

const keyOf = ({ component = "" }: Cells) => normalizePartNumber(component);

const answers: Record<string, boolean> = { yes: true, no: false };

function parseComponent(given: Cells) {
  const cells: Cells = { ...given };
  const { component = "", quantity, sold_alone: soldAlone } = given;
  const findings: Finding[] = spreadsheetFinding("component", component);
  if (quantity !== undefined) {
    const read = kitComponent.safeParse({ part: "x", quantity: Number(quantity || "1") });
    if (read.success) cells.quantity = `${read.data.quantity}`;
    else findings.push(refuseLine(`“${quantity}” is no quantity`, "Write a number from 1 to 99"));
  }
  if (soldAlone !== undefined) {
    cells.sold_alone = soldAlone === "" ? "yes" : soldAlone.toLowerCase();
    if (!(cells.sold_alone in answers)) {
      findings.push(refuseLine(`“${soldAlone}” is neither yes nor no`, "Write yes or no"));
    }
  }
  return { cells, key: keyOf(cells), findings };
}

type Found = {
  kit: string;
  id: string;
  number: string;
  quantity: number | null;
  sold_alone: boolean | null;
};

const toCells = ({ kit, number, quantity, sold_alone }: Found): Cells => ({
  part: kit,
  component: number,
  quantity: `${quantity}`,
  sold_alone: sold_alone ? "yes" : "no",
});

async function findComponents(
  db: Queries,
  lines: readonly PartLine[],
): Promise<(Found | undefined)[]> {
  const rows = await queryRows<Found & { at: number }>(
    db,
    sql`
    select distinct on (given.at) given.at::int, kit.number as kit, p.id, p.number, c.quantity,
      c.sold_alone
    from unnest(${sql.param(lines.map(({ partId }) => partId))}::uuid[],
      ${sql.param(lines.map(({ key }) => key))}::text[]) with ordinality given (kit_id, norm, at)
    join part_numbers n on n.norm = given.norm and n.kind in ('own', 'old')
    join parts p on p.id = n.part_id and p.deleted_at is null
    left join parts kit on kit.id = given.kit_id
    left join kit_components c on c.kit_id = given.kit_id and c.component_id = p.id
    order by given.at, n.kind = 'old', n.id`,
  );
  const byPlace = new Map(rows.map(({ at, ...row }) => [at - 1, row]));
  return lines.map((_, at) => byPlace.get(at));
}

function componentFindings(
  found: Found | undefined,
  { component = "" }: Cells,
  kitId: string | null,
): Finding[] {
  if (!found) return [refuseLine(`There is no part “${component}”`, "Check the number")];
  return found.id === kitId ? [refuseLine(circle, "Name another part")] : [];
}

type Edge = { line: number; kit: string; component: string };

async function findLinesInCircles(db: Queries, importId: string): Promise<LineFinding[]> {
  const lines = await queryRows<Edge & { part: string }>(
    db,
    sql`select line, part, part_id as kit, after->>'component' as component from import_lines
    where import_id = ${importId} and result = 'new' and part_id is not null`,
  );
  const isKept = sql`not exists (select from import_lines l join part_numbers n
    on n.kind = 'own' and n.norm = part_number_norm(l.before->>'component')
    where l.import_id = ${importId} and l.result = 'removed' and l.part_id = c.kit_id
      and n.part_id = c.component_id)`;
  const circles = await findCircles(db, lines, isKept);
  return lines
    .filter(({ line }) => circles.has(line))
    .map(({ line, part }) => ({ line, part, ...refuseLine(circle, "Leave out one of them") }));
}

async function findEmptiedKits(db: Queries, importId: string): Promise<LineFinding[]> {
  const lines = await queryRows<{ line: number; part: string }>(
    db,
    sql`
    with removed as materialized (
      select l.line, l.part, l.part_id as kit, n.part_id as component
      from import_lines l join part_numbers n
        on n.kind = 'own' and n.norm = part_number_norm(l.before->>'component')
      where l.import_id = ${importId} and l.result = 'removed'
    )
    select line, part from removed join parts p on p.id = kit and p.from_shelf
    where not exists (select from import_lines l
        where l.import_id = ${importId} and l.result = 'new' and l.part_id = removed.kit)
      and not exists (
        select component_id from kit_components where kit_id = removed.kit
        except select r.component from removed r where r.kit = removed.kit)
    order by line`,
  );
  const todo = "Leave one of them, or let the kit be packed beforehand first";
  return lines.map((line) => ({ ...line, ...refuseLine(empty, todo) }));
}

async function findCircles(
  db: Queries,
  lines: readonly Edge[],
  isKept = sql`true`,
): Promise<Set<number>> {
  const rows = await queryRows<{ line: number }>(
    db,
    sql`
    with recursive given as materialized (
      select line, kit, n.part_id as component
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as line (line int, kit uuid, component text)
      join part_numbers n on n.norm = part_number_norm(line.component) and n.kind = 'own'
    ), edges as materialized (
      select kit, component from given
      union select kit_id, component_id from kit_components c where ${isKept}
    ), inside (line, part) as (
      select line, component from given
      union select line, edges.component from inside join edges on edges.kit = inside.part
    )
    select distinct given.line from given join inside
      on inside.line = given.line and inside.part = given.kit`,
  );
  return new Set(rows.map(({ line }) => line));
}

async function findEmptied(
  tx: Queries,
  changes: readonly LineChange[],
  found: readonly (Found | undefined)[],
): Promise<Set<string | null>> {
  const filled = new Set(changes.filter(({ after }) => after).map(({ partId }) => partId));
  const removed = changes.flatMap(({ partId: kit, after }, at) =>
    after || filled.has(kit) ? [] : [{ kit, component: found[at]?.id }],
  );
  const rows = await queryRows<{ kit: string }>(
    tx,
    sql`
    with removed as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(removed)}::jsonb) as line (kit uuid, component uuid))
    select p.id as kit from parts p where p.from_shelf and p.id in (select kit from removed)
      and not exists (
        select component_id from kit_components where kit_id = p.id
        except select component from removed where kit = p.id)`,
  );
  return new Set(rows.map(({ kit }) => kit));
}

async function writeComponents(tx: Queries, changes: readonly LineChange[]): Promise<Unwritten[]> {
  // So that no other import closes a circle before this one is stored.
  await tx.execute(sql`select pg_advisory_xact_lock(7215011)`);
  const found = await findComponents(tx, changes);
  const emptied = await findEmptied(tx, changes, found);
  const rows = changes.map(({ line, partId, after }, at) => ({
    line,
    partId,
    component: found[at]?.id,
    after,
  }));
  const given = (some: typeof rows) => {
    const columns = some.map(({ partId: kit, component, after }) => ({
      kit,
      component,
      quantity: after?.quantity,
      sold_alone: after?.sold_alone,
    }));
    return sql`jsonb_to_recordset(${JSON.stringify(columns)}::jsonb)
      as given (kit uuid, component uuid, quantity int, sold_alone text)`;
  };
  const isEmptied = (row: (typeof rows)[number]) => !row.after && emptied.has(row.partId);
  const gone = rows.filter((row) => !row.after && !isEmptied(row));
  // First, because without them others close no circle.
  await tx.execute(sql`delete from kit_components c using ${given(gone)}
    where c.kit_id = given.kit and c.component_id = given.component`);
  const added = changes.filter(({ before }) => !before);
  const edges = added.map(({ line, partId, after }) => ({
    line,
    kit: partId ?? "",
    component: after?.component ?? "",
  }));
  const circles = await findCircles(tx, edges);
  const isWritten = ({ line, component, after }: (typeof rows)[number]) =>
    after !== undefined && component !== undefined && !circles.has(line);
  const kept = rows.filter(isWritten);
  await tx.execute(sql`
    insert into kit_components (kit_id, component_id, quantity, sold_alone)
    select kit, component, coalesce(quantity, 1), coalesce(sold_alone, 'yes') = 'yes' from ${given(kept)}
    on conflict (kit_id, component_id) do nothing`);
  await tx.execute(sql`
    update kit_components c set quantity = coalesce(given.quantity, c.quantity),
      sold_alone = coalesce(given.sold_alone = 'yes', c.sold_alone)
    from ${given(kept)} where c.kit_id = given.kit and c.component_id = given.component`);
  await raiseVersions(tx, [...gone, ...kept]);
  return rows.flatMap((row) => {
    const { line, component, after } = row;
    if (!after) return isEmptied(row) ? [{ line, what: empty }] : [];
    if (isWritten(row)) return [];
    return [{ line, what: component ? circle : `There is no part “${after.component}” any more` }];
  });
}
