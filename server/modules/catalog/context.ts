import type { PartVehicles } from "#contract/catalog.ts";
import type { Term } from "#contract/rules/fit.ts";
import type { Settings } from "#contract/settings.ts";
import type { Context } from "#server/context.ts";
import type { InventoryVerbs } from "#server/modules/inventory/inventory-verbs.ts";
import type { Queries } from "#server/platform/database/connect.ts";

export type FindTermsProblems = (
  db: Queries,
  all: readonly Term[][],
) => Promise<(string | undefined)[]>;
export type CatalogContext = Context & {
  inventory: Pick<InventoryVerbs, "openStock">;
  fitment: { findTermsProblems: FindTermsProblems };
};

export type PartContext = Context & {
  fitment: {
    listVehiclesOfPart: (db: Queries, partId: string) => Promise<PartVehicles>;
    describeTerms: (db: Queries, all: readonly Term[][]) => Promise<string[]>;
  };
  settings: () => Promise<Settings>;
};
