import { sql } from "drizzle-orm";
import { refuse } from "#contract/refusals.ts";
import type { Term } from "#contract/rules/fit.ts";
import { normalizePartNumber } from "#contract/rules/part-number.ts";
import { everyPartTag } from "#contract/tags.ts";
import { conditionTexts } from "#server/modules/fitment/condition-texts.ts";
import { findParts } from "#server/modules/imports/find-parts.ts";
import {
  type Cells,
  type ComparedLine,
  type Finding,
  type ImportKind,
  type LineChange,
  refuseLine,
} from "#server/modules/imports/import-kind.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { isCheckViolation } from "#server/platform/database/database-errors.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { RefusalError } from "#server/platform/http/refusal-error.ts";
import { findCircles } from "./find-circles.ts";
import { listOwnNumbers } from "./list-own-numbers.ts";
import { lockParts, raiseVersions } from "./lock-parts.ts";

const optional = ["quantity", "merges", "both_ways", "conditions", "since", "reason"];

export const supersessionImport: ImportKind = {
  columns: ["replaced_by", "choice", ...optional],
  required: ["replaced_by"],
  keys: ["replaced_by", "choice"],
  addsParts: false,
  hasActions: true,
  isWrittenWhole: true,
  isRelative: false,
  tags: ["parts", everyPartTag],
  parse: parseStep,
  findPresent: async (db, lines) => {
    const ids = lines.flatMap(({ partId }) => partId ?? []);
    const rows = await findSteps(db, ids);
    const byKey = new Map(rows.map(({ id, cells }) => [`${id} ${keyOf(cells)}`, cells]));
    return lines.map(({ partId, key }) => byKey.get(`${partId} ${key}`));
  },
  check: checkSteps,
  checkTogether: findCircles,
  lock: lockParts,
  write: writeSteps,
  list: async (db, after) => {
    const { ids, next } = await listOwnNumbers(db, after);
    return { rows: (await findSteps(db, ids)).map(({ cells }) => cells), next };
  },
};

const keyOf = ({ replaced_by: by = "", choice = "" }: Cells) =>
  `${normalizePartNumber(by)} ${choice}`;

function parseStep(given: Cells) {
  const cells: Cells = { ...given, choice: given.choice || "1" };
  // Empty says nothing of it.
  for (const name of ["quantity", "merges", "both_ways", "since"]) {
    if (cells[name] === "") delete cells[name];
  }
  const isCount = (text: string, most: number) => /^[1-9]\d?$/.test(text) && Number(text) <= most;
  const isYes = (text = "no") => /^(yes|no)$/i.test(text);
  const { choice = "", quantity = "1", merges, both_ways: both, since, reason = "" } = cells;
  const wrong = (name: string, todo: string) =>
    refuseLine(`“${cells[name]}” cannot be the ${name.replaceAll("_", " ")}`, todo);
  const findings: Finding[] = [
    ...(isCount(choice, 20) ? [] : [wrong("choice", "Write 1 to 20")]),
    ...(isCount(quantity, 99) ? [] : [wrong("quantity", "Write 1 to 99")]),
    ...(isYes(merges) ? [] : [wrong("merges", "Write yes or no")]),
    ...(isYes(both) ? [] : [wrong("both_ways", "Write yes or no")]),
    ...(since === undefined || isDay(since) ? [] : [wrong("since", "Write a day as 2026-01-31")]),
    ...(reason.length <= 200 ? [] : [refuseLine("The reason is too long", "Shorten it")]),
  ];
  const small = (name: string) => cells[name] && { [name]: cells[name].toLowerCase() };
  const canonical = { ...cells, ...small("merges"), ...small("both_ways") };
  return { cells: canonical, key: keyOf(cells), findings };
}

const isDay = (text: string) =>
  /^(19|20)\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

async function checkSteps(db: Queries, lines: readonly ComparedLine[]) {
  const found = await findParts(
    db,
    lines.map(({ cells }) => cells.replaced_by ?? ""),
  );
  const read = await conditionTexts.read(
    db,
    lines.map(({ cells }) => cells.conditions ?? ""),
  );
  const terms = read.map((one) => ("terms" in one ? one.terms : []));
  const written = await conditionTexts.write(db, terms);
  return lines.map(({ partId, cells }, at) => {
    const next = found[at];
    const problem = read[at];
    const what =
      !next || next.isDeleted || next.isOld
        ? `There is no part ${cells.replaced_by}`
        : next.id === partId
          ? "A part cannot replace itself"
          : problem && "problem" in problem
            ? problem.problem
            : undefined;
    if (what !== undefined) return { cells, findings: [refuseLine(what, "Correct the line")] };
    const named = { ...cells, replaced_by: next?.number ?? "" };
    const said = "conditions" in cells ? { conditions: written[at] ?? "" } : {};
    return { cells: { ...named, ...said }, findings: [] };
  });
}

type Row = {
  id: string;
  part: string;
  replaced_by: string;
  choice: string;
  quantity: string;
  merges: string;
  both_ways: string;
  since: string;
  reason: string;
  terms: Term[];
};

async function findSteps(db: Queries, ids: readonly string[]) {
  const rows = await queryRows<Row>(
    db,
    sql`
    select p.id, p.number as part, n.number as replaced_by, s.choice::text, s.quantity::text,
      case when s.merges then 'yes' else 'no' end as merges,
      case when s.both_ways then 'yes' else 'no' end as both_ways,
      s.since::text, s.reason, s.terms
    from supersessions s join parts p on p.id = s.old_part join parts n on n.id = s.new_part
    where s.old_part = any(${sql.param([...new Set(ids)])}::uuid[])
      and p.deleted_at is null and n.deleted_at is null
    order by part_number_norm(p.number) collate "C", s.choice,
      part_number_norm(n.number) collate "C"`,
  );
  const texts = await conditionTexts.write(
    db,
    rows.map(({ terms }) => terms),
  );
  return rows.map(({ id, terms: _, ...cells }, at) => ({
    id,
    cells: { ...cells, conditions: texts[at] ?? "" },
  }));
}

async function writeSteps(tx: Queries, changes: readonly LineChange[]) {
  const cellsOf = ({ before, after }: LineChange) => after ?? before ?? {};
  const found = await findParts(
    tx,
    changes.map((change) => cellsOf(change).replaced_by ?? ""),
  );
  const read = await conditionTexts.read(
    tx,
    changes.map((change) => cellsOf(change).conditions ?? ""),
  );
  const rows = changes.map((change, at) => {
    const cells = cellsOf(change);
    const said = read[at];
    return {
      isGone: !change.after,
      old: change.partId,
      next: found[at]?.id,
      ...cells,
      terms: "conditions" in cells && said && "terms" in said ? said.terms : null,
    };
  });
  const given = (some: typeof rows) =>
    sql`jsonb_to_recordset(${JSON.stringify(some)}::jsonb) as given (old uuid, next uuid,
      choice smallint, quantity smallint, merges boolean, both_ways boolean, since date,
      reason text, terms jsonb)`;
  await tx.execute(sql`delete from supersessions s
    using ${given(rows.filter(({ isGone }) => isGone))}
    where s.old_part = given.old and s.new_part = given.next and s.choice = given.choice`);
  try {
    await tx.execute(sql`
      insert into supersessions as s (old_part, new_part, choice, quantity, merges, both_ways,
        since, reason, terms)
      select old, next, choice, coalesce(quantity, 1), coalesce(merges, false),
        coalesce(both_ways, false), coalesce(since, current_date), coalesce(reason, ''),
        coalesce(nullif(terms, 'null'), '[]')
      from ${given(rows.filter(({ isGone }) => !isGone))}
      on conflict (old_part, choice, new_part) do nothing`);
    await tx.execute(sql`
      update supersessions s set quantity = coalesce(given.quantity, s.quantity),
        merges = coalesce(given.merges, s.merges),
        both_ways = coalesce(given.both_ways, s.both_ways),
        since = coalesce(given.since, s.since), reason = coalesce(given.reason, s.reason),
        terms = coalesce(nullif(given.terms, 'null'), s.terms)
      from ${given(rows.filter(({ isGone }) => !isGone))}
      where s.old_part = given.old and s.new_part = given.next and s.choice = given.choice`);
  } catch (error) {
    if (isCheckViolation(error, "supersessions_no_circle")) throw new RefusalError(circle);
    throw error;
  }
  await raiseVersions(tx, changes);
  return [];
}

const circle = refuse(
  "conflict",
  "By now a part of the file would in the end replace itself. Please look again.",
);
