import { and, or, type SQL, sql } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import type { Things } from "#server/platform/things/things.ts";
import { describeJob, type JobDefinition } from "./job.ts";
import { jobs } from "./tables.ts";

type Source = { definitions: readonly JobDefinition[]; things: Things };

/** Jobs by whatever the list shows of them: what they do, what they are about, and the reason. */
export async function findByWords(
  db: Queries,
  source: Source,
  q: string,
): Promise<SQL | undefined> {
  const words = q
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const samples = await readSamples(db, source);
  const isAbout = await aboutFound(db, source, q);
  return or(and(...words.map((word) => hasWord(word, samples))), isAbout);
}

type Sample = { kind: string; of: string | null; text: string };

/** What jobs of a kind do is said by their payload's kind, as with letters. */
async function readSamples(db: Queries, { definitions }: Source): Promise<Sample[]> {
  const rows = await queryRows<{ kind: string; of: string | null; payload: unknown }>(
    db,
    sql`select distinct on (kind, payload ->> 'kind') kind, payload ->> 'kind' as of, payload
      from jobs where last_error is not null and lease is null`,
  );
  return rows.map(({ kind, of, payload }) => {
    const definition = definitions.find((each) => each.kind === kind);
    const text = `${definition?.title ?? ""} ${describeJob(definition, payload)}`;
    return { kind, of, text: text.toLowerCase() };
  });
}

const written = sql`lower(concat_ws(' ', ${jobs.kind}, ${jobs.lastError}, ${jobs.payload}::text))`;

function hasWord(word: string, samples: readonly Sample[]): SQL | undefined {
  const named = samples
    .filter(({ text }) => text.includes(word))
    .map(({ kind, of }) => sql`(${kind}, ${of}::text)`);
  const isNamed = sql`(${jobs.kind}, ${jobs.payload} ->> 'kind') in (${sql.join(named, sql`, `)})`;
  return or(sql`strpos(${written}, ${word}) > 0`, named.length > 0 ? isNamed : undefined);
}

const mostThings = 50;

/** By a number of an order or part, or the name of an import. */
async function aboutFound(db: Queries, source: Source, q: string): Promise<SQL | undefined> {
  const { order, part, import: imported } = source.things;
  const ids: string[] = [];
  for (const find of [order?.find, part?.find, imported?.find]) {
    if (find) ids.push(...(await find(db, q)).slice(0, mostThings));
  }
  for (const { findParts } of source.definitions) {
    if (findParts && ids.length > 0) ids.push(...(await findParts(db, ids)));
  }
  if (ids.length === 0) return undefined;
  const given = sql.param([...new Set(ids)]);
  return sql`exists (select from jsonb_each_text(case when jsonb_typeof(${jobs.payload}) = 'object'
    then ${jobs.payload} else '{}' end) field where field.value = any(${given}::text[]))`;
}
