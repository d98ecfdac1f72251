import { sql } from "drizzle-orm";
import { canonicalTerms } from "#contract/rules/fit.ts";
import { toSlug } from "#contract/rules/part-path.ts";
import { vehiclesTag } from "#contract/tags.ts";
import {
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
import { saveConditions, savePositions } from "./add-applications.ts";
import { type Code, codeKey, findAliases, listAliases, readCodeKey } from "./aliases.ts";
import { conditionProblem, type Model, readModels } from "./application-problem.ts";
import { readConditions, writeConditions } from "./condition-text.ts";
import { modelPath } from "./list-application-cells.ts";
import { type FactWithSlugs, readAllFacts } from "./read-all-facts.ts";

const says = ["make", "model", "year", "conditions", "position", "type"];

export const aliasImport: ImportKind = {
  columns: ["source", "code", ...says],
  required: ["source", "code"],
  keys: ["source", "code"],
  nameLine: ({ source = "", code = "" }) => `${source} ${code}`,
  addsParts: false,
  isRelative: false,
  tags: [vehiclesTag],
  parse: parseAlias,
  findPresent: async (db, lines) => {
    const found = await findAliases(
      db,
      lines.map(({ key }) => readCodeKey(key)),
    );
    return lines.map(({ key }) => found.get(key));
  },
  check: checkAliases,
  lock: async () => {},
  write: writeAliases,
  list: listAliases,
};

function parseAlias(given: Cells) {
  const empty = Object.fromEntries(says.map((name) => [name, ""]));
  const cells: Cells = { ...empty, ...given };
  return { cells, key: codeKey(cells as Code), findings: shapeFindings(cells) };
}

/** Which columns a code of each source fills; those of all others fill the conditions, or nothing. */
const needs: Record<string, string[]> = {
  BaseVehicle: ["make", "model", "year"],
  Model: ["make", "model"],
  Position: ["position"],
  PartType: ["type"],
};

function shapeFindings(cells: Cells): Finding[] {
  const { source = "", code = "" } = cells;
  if (!/^[A-Z][A-Za-z0-9]{0,39}$/.test(source)) {
    const todo = "Write the name of the element in the file, such as BaseVehicle or EngineBase";
    return [refuseLine(`“${source}” is no source of codes`, todo)];
  }
  if (code === "" || code.length > 300) {
    return [refuseLine("The code is empty or too long", "Write it as in the file")];
  }
  const needed = needs[source] ?? [];
  const allowed = needs[source] ?? ["conditions"];
  const missing = needed.filter((name) => cells[name] === "");
  const extra = says.filter((name) => cells[name] !== "" && !allowed.includes(name));
  return [
    ...missing.map((name) =>
      refuseLine(`A ${source} needs the ${name}`, `Write the ${name} that it means`),
    ),
    ...extra.map((name) => refuseLine(`A ${source} has no ${name}`, `Leave the ${name} empty`)),
  ];
}

type Resolved = {
  model: Model | undefined;
  typeId: number | undefined;
  conditions: ReturnType<typeof readConditions>;
  problem: string | undefined;
};

async function resolve(db: Queries, all: readonly Cells[]): Promise<Resolved[]> {
  const facts = await readAllFacts(db);
  const models = await readModels(db, all.map(modelPath));
  const types = await findTypes(
    db,
    all.map(({ type = "" }) => type),
  );
  return all.map((cells) => {
    const model = models.get(modelPath(cells));
    const conditions = readConditions(cells.conditions ?? "", facts);
    const typeId = cells.type ? types.get(toSlug(cells.type)) : undefined;
    const isUnknownType = cells.type && typeId === undefined;
    const problem = isUnknownType
      ? `There is no part type “${cells.type}”`
      : problemOf(cells, model, conditions, facts);
    return { model, typeId, conditions, problem };
  });
}

function problemOf(
  { model: name, year }: Cells,
  model: Model | undefined,
  conditions: Resolved["conditions"],
  facts: readonly FactWithSlugs[],
): string | undefined {
  if (name && !model) return "We have no such model";
  if (year && !model?.cars.some((car) => `${car.year}` === year)) {
    return `We have no ${model?.make} ${model?.name} of “${year}”`;
  }
  return "problem" in conditions ? conditions.problem : conditionProblem(conditions.terms, facts);
}

async function findTypes(db: Queries, names: readonly string[]): Promise<Map<string, number>> {
  const slugs = [...new Set(names.map(toSlug))];
  const rows = await queryRows<{ id: number; slug: string }>(
    db,
    sql`select id, slug from part_types
    where slug = any(${sql.param(slugs)}::text[]) and deleted_at is null`,
  );
  return new Map(rows.map(({ id, slug }) => [slug, id]));
}

async function checkAliases(db: Queries, lines: readonly ComparedLine[]) {
  const facts = await readAllFacts(db);
  const resolved = await resolve(
    db,
    lines.map(({ cells }) => cells),
  );
  return lines.map(({ cells }, at) => {
    const { model, conditions, problem } = resolved[at] ?? {};
    if (problem !== undefined || !conditions || "problem" in conditions) {
      return { cells, findings: [refuseLine(problem ?? "", "Correct it, or leave the line out")] };
    }
    const named = model ? { make: model.make, model: model.name } : {};
    const written = {
      conditions: writeConditions(conditions.terms, facts),
      type: cells.type ? toSlug(cells.type) : "",
    };
    return { cells: { ...cells, ...named, ...written }, findings: [] };
  });
}

async function writeAliases(tx: Queries, changes: readonly LineChange[]): Promise<Unwritten[]> {
  const made = changes.flatMap(({ line, after }) => (after ? [{ line, cells: after }] : []));
  const resolved = await resolve(
    tx,
    made.map(({ cells }) => cells),
  );
  const unwritten: Unwritten[] = [];
  const keys = resolved.map(({ conditions }) =>
    JSON.stringify(canonicalTerms("problem" in conditions ? [] : conditions.terms)),
  );
  const conditionIds = await saveConditions(tx, [...new Set(keys)]);
  const positions = await savePositions(
    tx,
    made.map(({ cells }) => ({ position: cells.position })),
  );
  const rows = made.flatMap(({ line, cells }, at) => {
    const { model, typeId, problem } = resolved[at] ?? {};
    if (problem !== undefined) unwritten.push({ line, what: problem });
    if (problem !== undefined) return [];
    const { source, code, year, position } = cells;
    const target = model
      ? { modelId: model.id, year: year ? Number(year) : null }
      : position
        ? { positionId: positions.get(position) }
        : typeId !== undefined
          ? { typeId }
          : { conditionId: conditionIds.get(keys[at] ?? "") };
    return [{ source, code, ...target }];
  });
  const gone = changes.filter(({ after }) => !after).map(({ key }) => readCodeKey(key));
  await tx.execute(sql`delete from vehicle_aliases a
    using jsonb_to_recordset(${JSON.stringify(gone)}::jsonb) as given (source text, code text)
    where a.source = given.source and a.code = given.code`);
  await tx.execute(sql`
    insert into vehicle_aliases (source, code, vehicle_id, model_id, position_id, condition_id,
      part_type_id)
    select source, code, v.id, case when given.year is null then "modelId" end, "positionId",
      "conditionId", "typeId"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (source text, code text,
      "modelId" int, year smallint, "positionId" smallint, "conditionId" int, "typeId" int)
    left join vehicles v on v.model_id = given."modelId" and v.year = given.year
    on conflict (source, code) do update set vehicle_id = excluded.vehicle_id,
      model_id = excluded.model_id, position_id = excluded.position_id,
      condition_id = excluded.condition_id,
      part_type_id = excluded.part_type_id`);
  return unwritten;
}
