import type { Thing, ThingKind } from "#contract/things.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import type { Things } from "#server/platform/things/things.ts";
import type { JobDefinition } from "./job.ts";

type Row = { id: string; kind: string; payload: unknown };
type Ref = { job: string; kind: ThingKind; id: string };

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What these jobs are about, by the id of the job. */
export async function nameThings(
  db: Queries,
  { definitions, things }: { definitions: readonly JobDefinition[]; things: Things },
  rows: readonly Row[],
): Promise<Map<string, Thing>> {
  const refs: Ref[] = [];
  for (const [kind, own] of Map.groupBy(rows, (row) => row.kind)) {
    const definition = definitions.find((each) => each.kind === kind);
    if (definition) refs.push(...(await listRefs(db, definition, own)));
  }
  const named = new Map<string, Thing>();
  for (const [kind, own] of Map.groupBy(refs, (ref) => ref.kind)) {
    const source = things[kind];
    if (!source) continue;
    const ids = own.map(({ id }) => id);
    const found = await source.name(db, ids);
    for (const { job, id } of own) {
      const thing = found.get(id);
      if (thing) named.set(job, { kind, ...thing });
    }
  }
  return named;
}

async function listRefs(
  db: Queries,
  definition: JobDefinition,
  rows: readonly Row[],
): Promise<Ref[]> {
  const refs = rows.flatMap((row) => {
    const what = readWhat(definition, row.payload);
    return what && uuid.test(what.id) ? [{ job: row.id, ...what }] : [];
  });
  if (!definition.findWhole || refs.length === 0) return refs;
  const whole = await definition.findWhole(
    db,
    refs.map(({ id }) => id),
  );
  return refs.map((ref) => ({ ...ref, id: whole.get(ref.id) ?? ref.id }));
}

function readWhat(definition: JobDefinition, payload: unknown) {
  try {
    return definition.aboutWhat?.(definition.payload.parse(payload));
  } catch {
    return undefined;
  }
}
