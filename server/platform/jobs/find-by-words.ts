import { and, or, type SQL, sql } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import { contains, isIndexed, toWords } from "#server/platform/database/list-found.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import type { Things } from "#server/platform/things/things.ts";
import { describeJob, type JobDefinition } from "./job.ts";
import { jobOf, jobs, jobValues, jobWords } from "./tables.ts";

type Source = { definitions: readonly JobDefinition[]; things: Things };

/** Jobs by whatever the list shows of them: what they do, what they are about, and the reason. */
export async function findByWords(db: Queries, source: Source, q: string) {
  const words = toWords(q.toLowerCase());
  const samples = await readSamples(db, source);
  const isAbout = await aboutFound(db, source, q);
  const haveAll = (words: string[]) => and(...words.map((word) => hasWord(word, samples)));
  const indexed = words.filter(isIndexed);
  return {
    has: or(haveAll(words), isAbout) ?? sql`true`,
    byIndex: indexed.length > 0 ? and(hasFailed, or(haveAll(indexed), isAbout)) : undefined,
    exactly: isAbout,
  };
}

type Sample = { kind: string; of: string | null; text: string };

const hasFailed = sql`${jobs.lastError} is not null and ${jobs.lease} is null`;
const sample = sql`${jobs.kind}, ${jobs.payload} ->> 'kind' as of, ${jobs.payload}`;

/** One look into the index for each. What jobs of a kind do is said by their payload's kind, as with letters. */
async function readSamples(db: Queries, { definitions }: Source): Promise<Sample[]> {
  const rows = await queryRows<{ kind: string; of: string | null; payload: unknown }>(
    db,
    sql`with recursive seen as (
        (select ${sample} from jobs where ${hasFailed} order by ${jobs.kind}, ${jobOf(jobs)} limit 1)
        union all
        select next.* from seen, lateral (select ${sample} from jobs
          where ${hasFailed} and (${jobs.kind}, ${jobOf(jobs)}) > (seen.kind, coalesce(seen.of, ''))
          order by ${jobs.kind}, ${jobOf(jobs)} limit 1) next)
      select * from seen`,
  );
  return rows.map(({ kind, of, payload }) => {
    const definition = definitions.find((each) => each.kind === kind);
    const text = `${definition?.title ?? ""} ${describeJob(definition, payload)}`;
    return { kind, of, text: text.toLowerCase() };
  });
}

function hasWord(word: string, samples: readonly Sample[]): SQL | undefined {
  const named = samples
    .filter(({ text }) => text.includes(word))
    .map(({ kind, of }) => sql`(${kind}, ${of}::text)`);
  const isNamed = sql`(${jobs.kind}, ${jobs.payload} ->> 'kind') in (${sql.join(named, sql`, `)})`;
  return or(contains(jobWords(jobs), word), named.length > 0 ? isNamed : undefined);
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
  return sql`${jobValues(jobs)} ?| ${given}::text[] and jsonb_typeof(${jobs.payload}) = 'object'`;
}
