import { sql } from "drizzle-orm";
import { refuse } from "#contract/refusals.ts";
import type { ChangeOf } from "#contract/vehicle-edits.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { readAllFacts } from "../read-all-facts.ts";
import type { Done, Refused } from "./done.ts";
import { nameSlug } from "./name-slug.ts";

const invalid = (field: string, message: string) =>
  refuse("invalid", `${message}. Please check it.`, { [field]: message });

export async function findFact(tx: Queries, key: string): Promise<ChangeOf<"fact"> | undefined> {
  const found = (await readAllFacts(tx)).find((fact) => fact.key === key);
  if (!found) return undefined;
  const { values, ...fact } = found;
  return {
    what: "fact",
    ...fact,
    answers: values.map(({ slug, label }) => ({ slug, label })),
  };
}

export async function writeFact(tx: Queries, change: ChangeOf<"fact">): Promise<Done | Refused> {
  const { key, kind, question, whereToLook, effort, unit } = change;
  const before = await findFact(tx, key);
  if (before && before.kind !== kind) return invalid("kind", "The kind of a fact cannot change");
  if (kind !== "choice" && change.answers.length > 0) {
    return invalid("answers", "Only a choice has answers");
  }
  const answers = change.answers.map(({ slug, label }) => ({
    slug: slug ?? nameSlug(label),
    label,
  }));
  const slugs = answers.map(({ slug }) => slug);
  if (slugs.includes("") || new Set(slugs).size < slugs.length) {
    return invalid("answers", "Each answer needs words of its own");
  }
  const [fact] = await queryRows<{ id: number }>(
    tx,
    sql`insert into facts (key, kind, question, where_to_look, effort, unit)
    values (${key}, ${kind}, ${question}, ${whereToLook}, ${effort}, ${unit})
    on conflict (key) do update set question = excluded.question,
      where_to_look = excluded.where_to_look, effort = excluded.effort, unit = excluded.unit
    returning id`,
  );
  const gone = (before?.answers ?? []).flatMap(({ slug }) =>
    slug !== null && !slugs.includes(slug) ? slug : [],
  );
  if (await isUsed(tx, key, gone)) return invalid("answers", "An answer that is in use must stay");
  await tx.execute(sql`delete from fact_values
    where fact_id = ${fact?.id} and slug = any(${sql.param(gone)}::text[])`);
  await tx.execute(sql`insert into fact_values (fact_id, slug, label)
    select ${fact?.id}, slug, label from jsonb_to_recordset(${JSON.stringify(answers)}::jsonb)
      as given (slug text, label text)
    on conflict (fact_id, slug) do update set label = excluded.label`);
  return { make: "", model: "", before, after: await findFact(tx, key) };
}

async function isUsed(tx: Queries, key: string, slugs: readonly string[]): Promise<boolean> {
  if (slugs.length === 0) return false;
  const [found] = await queryRows(
    tx,
    sql`select from fact_values v join facts f on f.id = v.fact_id
    where f.key = ${key} and v.slug = any(${sql.param([...slugs])}::text[]) and (
      exists (select from vehicle_combinations c
        where c.facts @> jsonb_build_object(f.key, v.id))
      or exists (select from fit_conditions c, jsonb_array_elements(c.terms) term
        where term->>'fact' = f.key
          and (term->'any' @> to_jsonb(v.id) or term->'none' @> to_jsonb(v.id)))
      or exists (select from supersessions s, jsonb_array_elements(s.terms) term
        where term->>'fact' = f.key
          and (term->'any' @> to_jsonb(v.id) or term->'none' @> to_jsonb(v.id)))) limit 1`,
  );
  return found !== undefined;
}

export async function removeFact(tx: Queries, key: string): Promise<boolean> {
  const [used] = await queryRows(
    tx,
    sql`select from vehicle_combinations where facts ? ${key}
    union all select from fit_conditions
      where terms @> ${JSON.stringify([{ fact: key }])}::jsonb
    union all select from supersessions
      where terms @> ${JSON.stringify([{ fact: key }])}::jsonb limit 1`,
  );
  if (used) return false;
  await tx.execute(sql`delete from facts where key = ${key}`);
  return true;
}
