import type { FactInfo, FactValue } from "#contract/rules/fit.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { facts, factValues, makes, models, vehicleCombinations, vehicles } from "./tables.ts";

export type NewFact = FactInfo & {
  key: string;
  question: string;
  whereToLook?: string;
  unit?: string;
  values?: { slug: string; label: string }[];
};
export type NewMake = {
  name: string;
  slug: string;
  models: { name: string; slug: string; years: NewVehicle[] }[];
};
export type NewVehicle = {
  year: number;
  /** The first and the last day, as "2014-01-01". */
  built?: [from: string, to: string];
  /** Slugs of values by the keys of facts. */
  combinations?: Record<string, string>[];
};

export async function addFacts(tx: Queries, given: readonly NewFact[]): Promise<void> {
  for (const { values = [], ...fact } of given) {
    const [row] = await tx.insert(facts).values(fact).returning({ id: facts.id });
    const rows = values.map((value) => ({ ...value, factId: row?.id ?? 0 }));
    if (rows.length > 0) await tx.insert(factValues).values(rows);
  }
}

export async function addVehicles(tx: Queries, given: readonly NewMake[]): Promise<void> {
  const valueIds = await readValueIds(tx);
  const toFacts = (combination: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(combination).map(([key, slug]) => [key, valueId(valueIds, key, slug)]),
    );
  const makeRows = given.map(({ name, slug }) => ({ name, slug }));
  const savedMakes = await tx.insert(makes).values(makeRows).returning();
  const makeIds = new Map(savedMakes.map(({ slug, id }) => [slug, id]));
  const modelRows = given.flatMap((make) =>
    make.models.map(({ name, slug }) => ({ name, slug, makeId: makeIds.get(make.slug) ?? 0 })),
  );
  const savedModels = await tx.insert(models).values(modelRows).returning();
  const modelIds = new Map(savedModels.map(({ makeId, slug, id }) => [`${makeId}/${slug}`, id]));
  const years = given.flatMap((make) =>
    make.models.flatMap((model) => {
      const modelId = modelIds.get(`${makeIds.get(make.slug)}/${model.slug}`) ?? 0;
      return model.years.map((year) => ({ ...year, modelId }));
    }),
  );
  const vehicleRows = years.map(({ modelId, year, built }) => ({
    modelId,
    year,
    built: built && `[${built[0]},${built[1]}]`,
  }));
  const savedVehicles = await tx.insert(vehicles).values(vehicleRows).returning();
  const ids = new Map(savedVehicles.map(({ modelId, year, id }) => [`${modelId}/${year}`, id]));
  const built = years.flatMap(({ modelId, year, combinations = [] }) =>
    combinations.map((combination) => ({
      vehicleId: ids.get(`${modelId}/${year}`) ?? 0,
      facts: toFacts(combination),
    })),
  );
  if (built.length > 0) await tx.insert(vehicleCombinations).values(built);
}

export async function readValueIds(tx: Queries): Promise<Map<string, number>> {
  const known = await tx.select({ id: facts.id, key: facts.key }).from(facts);
  const keys = new Map(known.map(({ id, key }) => [id, key]));
  const values = await tx.select().from(factValues);
  return new Map(values.map(({ id, factId, slug }) => [`${keys.get(factId)}/${slug}`, id]));
}

export function valueId(ids: ReadonlyMap<string, number>, key: string, slug: string): FactValue {
  const id = ids.get(`${key}/${slug}`);
  if (id === undefined) throw new Error(`The fact ${key} has no value ${slug}`);
  return id;
}
