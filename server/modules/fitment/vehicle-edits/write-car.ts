import { sql } from "drizzle-orm";
import { refuse } from "#contract/refusals.ts";
import type { FactValue } from "#contract/rules/fit.ts";
import type { ChangeOf } from "#contract/vehicle-edits.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { recountParts } from "../add-applications.ts";
import { conditionProblem } from "../application-problem.ts";
import { readConditions } from "../condition-text.ts";
import { type FactWithSlugs, readAllFacts } from "../read-all-facts.ts";
import type { Done, Refused } from "./done.ts";
import { nameSlug } from "./name-slug.ts";
import { readBuilt } from "./read-built.ts";
import { noSlug } from "./rename.ts";

export async function writeCar(tx: Queries, change: ChangeOf<"car">): Promise<Done | Refused> {
  const { year, built } = change;
  const given = { make: nameSlug(change.make), model: nameSlug(change.model) };
  if (given.make === "" || given.model === "") return noSlug;
  const { make, model } = await findRenamed(tx, given);
  if (built && built.from > built.to) {
    return invalid("built", "The last day is before the first one");
  }
  const facts = await readAllFacts(tx);
  const combinations: Record<string, FactValue>[] = [];
  for (const text of change.combinations) {
    const read = readCombination(text, facts);
    if (typeof read === "string") return invalid("combinations", read);
    combinations.push(read);
  }
  const before = await readBuilt(tx, { make, model, year });
  const modelId = await findOrAddModel(tx, change, { make, model });
  const days = built && `[${built.from},${built.to}]`;
  const [vehicle] = await queryRows<{ id: number }>(
    tx,
    sql`insert into vehicles (model_id, year, built) values (${modelId}, ${year}, ${days}::daterange)
    on conflict (model_id, year) do update set built = excluded.built returning id`,
  );
  await tx.execute(sql`delete from vehicle_combinations where vehicle_id = ${vehicle?.id}`);
  await tx.execute(sql`insert into vehicle_combinations (vehicle_id, facts)
    select ${vehicle?.id}, facts from jsonb_array_elements(${JSON.stringify(combinations)}::jsonb)
      with ordinality given (facts, place) order by place on conflict do nothing`);
  await recountParts(tx, [modelId]);
  const after = await readBuilt(tx, { make, model, year });
  return { make, model, before: before && toChange(before), after: after && toChange(after) };
}

export function toChange({ id: _, ...change }: ChangeOf<"car"> & { id: number }): ChangeOf<"car"> {
  return change;
}

const invalid = (field: string, message: string) =>
  refuse("invalid", `${message}. Please check it.`, { [field]: message });

/** Each fact has one answer in it, as a car has. */
function readCombination(
  text: string,
  facts: readonly FactWithSlugs[],
): Record<string, FactValue> | string {
  const read = readConditions(text, facts);
  if ("problem" in read) return read.problem;
  const problem = conditionProblem(read.terms, facts);
  if (problem) return problem;
  const combination: Record<string, FactValue> = {};
  for (const term of read.terms) {
    const [value, ...others] = "any" in term ? term.any : [];
    if (value === undefined || others.length > 0 || term.fact in combination) {
      return `“${text}” must name one answer for each fact, such as engine=2.0`;
    }
    combination[term.fact] = value;
  }
  return combination;
}

async function findOrAddModel(
  tx: Queries,
  names: { make: string; model: string },
  { make, model }: { make: string; model: string },
): Promise<number> {
  await tx.execute(sql`insert into makes (name, slug) values (${names.make}, ${make})
    on conflict (slug) do nothing`);
  await tx.execute(sql`insert into models (make_id, name, slug)
    select id, ${names.model}, ${model} from makes where slug = ${make}
    on conflict (make_id, slug) do nothing`);
  const [found] = await queryRows<{ id: number }>(
    tx,
    sql`select m.id from models m join makes k on k.id = m.make_id
    where k.slug = ${make} and m.slug = ${model}`,
  );
  return found?.id ?? 0;
}

export async function findRenamed(tx: Queries, { make, model }: { make: string; model: string }) {
  const [renamed] = await queryRows<{ slug: string }>(
    tx,
    sql`select k.slug from former_vehicle_slugs f join makes k on k.id = f.make_id
    where f.of_make is null and f.slug = ${make}`,
  );
  const present = renamed?.slug ?? make;
  const [another] = await queryRows<{ slug: string }>(
    tx,
    sql`select m.slug from former_vehicle_slugs f join models m on m.id = f.model_id
      join makes k on k.id = f.of_make
    where k.slug = ${present} and f.slug = ${model}`,
  );
  return { make: present, model: another?.slug ?? model };
}
