import type { Thing, ThingKind } from "#contract/things.ts";
import type { Queries } from "#server/platform/database/connect.ts";

export type Named = Map<string, Omit<Thing, "kind">>;

export type ThingSource = {
  name: (db: Queries, ids: readonly string[]) => Promise<Named>;
  find?: (db: Queries, q: string) => Promise<string[]>;
};

export type Things = { [Kind in ThingKind]?: ThingSource };
