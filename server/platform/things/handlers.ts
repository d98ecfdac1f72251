import { type Thing, type ThingKind, type thingCalls, thingKinds } from "#contract/things.ts";
import type { Context } from "#server/context.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import type { Things } from "./things.ts";

const mostOfKind = 6;

export function thingHandlers(
  { read }: Pick<Context, "read">,
  things: Things,
): Handlers<typeof thingCalls> {
  return {
    find: ({ query: { q } }) =>
      read(async (db) => {
        const found: Thing[] = [];
        for (const kind of Object.keys(thingKinds) as ThingKind[]) {
          found.push(...(await findOf(db, things, kind, q)));
        }
        return found;
      }),
  };
}

/** Those that begin so come first, then the shorter names. */
async function findOf(db: Queries, things: Things, kind: ThingKind, q: string): Promise<Thing[]> {
  const { find, name } = things[kind] ?? {};
  const ids = find ? await find(db, q) : [];
  if (!name || ids.length === 0) return [];
  const words = q.toLowerCase();
  const rank = ({ name }: Thing) => {
    const begins = ` ${name.toLowerCase()}`.includes(` ${words}`);
    return (begins ? 0 : 1_000) + name.length;
  };
  const named = await name(db, ids);
  return ids
    .flatMap((id) => {
      const thing = named.get(id);
      return thing && thing.key !== null ? [{ kind, ...thing }] : [];
    })
    .sort((one, other) => rank(one) - rank(other))
    .slice(0, mostOfKind);
}
