import { sql } from "drizzle-orm";
import { toSlug } from "#contract/rules/part-path.ts";
import { addApplications } from "#server/modules/fitment/add-applications.ts";
import {
  addFacts,
  addVehicles,
  type NewMake,
  type NewVehicle,
  readValueIds,
  valueId,
} from "#server/modules/fitment/add-vehicles.ts";
import { addVinRules } from "#server/modules/fitment/add-vin-rules.ts";
import { declareFit } from "#server/modules/fitment/declare-fit.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { catalogue } from "../catalogue/catalogue.ts";
import { type DemoTerm, deriveApplications, isOffered } from "./derive-applications.ts";
import { demoFacts } from "./facts.ts";
import { builtIn, type DemoModel, demoModels, makers, steeringOf, yearsOf } from "./models.ts";
import { demoVinRules } from "./vin-rules.ts";

/** Universal parts, and the types of which every vehicle is listed. */
const universal = ["PW-1002-340", "PW-903-175"];
const completeTypes = ["brake-discs", "brake-pads", "brake-calipers", "spark-plugs", "alternators"];

/** The demo's parts are there already. */
export async function addDemoFit(tx: Queries): Promise<void> {
  await addFacts(tx, demoFacts);
  await addVehicles(tx, Object.keys(makers).map(toMake));
  await addVinRules(tx, demoVinRules());
  const parts = new Map((await readParts(tx)).map((part) => [part.number, part]));
  const models = new Map((await readModels(tx)).map(({ path, id }) => [path, id]));
  const values = await readValueIds(tx);
  const lines = deriveApplications(catalogue, demoModels);
  await addApplications(
    tx,
    lines.map(({ number, type: _, make, model, terms, ...line }) => {
      const part = parts.get(number);
      if (!part) throw new Error(`There is no part ${number} in the demo`);
      const modelId = models.get(`${toSlug(make)}/${toSlug(model)}`) ?? 0;
      const { id: partId, partTypeId } = part;
      return {
        ...line,
        partId,
        partTypeId,
        modelId,
        terms: terms.map((one) => withIds(one, values)),
      };
    }),
  );
  await declareFit(
    tx,
    [...parts.values()].map(({ id: partId, number, type }) => ({
      partId,
      universal: universal.includes(number),
      listsAllVehicles: completeTypes.includes(type),
    })),
  );
}

function toMake(name: string): NewMake {
  const own = demoModels.filter(({ make }) => make === name);
  return {
    name,
    slug: toSlug(name),
    models: own.map((model) => ({
      name: model.name,
      slug: toSlug(model.name),
      years: yearsOf(model).map((year) => toVehicle(model, year)),
    })),
  };
}

function toVehicle(model: DemoModel, year: number): NewVehicle {
  const [from, to] = builtIn(model, year).map(toDate);
  return { year, built: [from ?? "", to ?? ""], combinations: combinationsOf(model, year) };
}

const toDate = (day: number) => String(day).replace(/(....)(..)(..)/, "$1-$2-$3");

/** What drives by itself has no clutch; strong engines come with either gearbox. */
function gearboxesFor(engine: string): string[] {
  if (/Hybrid|V6/.test(engine)) return ["automatic"];
  return /^2/.test(engine) ? ["manual", "automatic"] : ["manual"];
}

export function combinationsOf(model: DemoModel, year: number): Record<string, string>[] {
  const { unknown } = model;
  const left = unknown && year >= unknown.from && year <= unknown.to ? unknown.facts : [];
  const all = model.engines
    .filter((one) => isOffered(one, year))
    .flatMap(({ engine }) =>
      model.bodies.flatMap((body) =>
        gearboxesFor(engine).flatMap((gearbox) => {
          const built = { engine: toSlug(engine), body: toSlug(body), gearbox };
          const drives = model.hasAllWheelDrive ? ["front-wheels", "all-wheels"] : [];
          const driven = drives.length > 0 ? drives.map((drive) => ({ ...built, drive })) : [built];
          const sides = steeringOf(model).map(toSlug);
          if (sides.length === 1) return driven;
          return driven.flatMap((one) => sides.map((steering) => ({ ...one, steering })));
        }),
      ),
    );
  const known = all.map((built) =>
    Object.fromEntries(Object.entries(built).filter(([key]) => !left.some((one) => one === key))),
  );
  const different = new Map(known.map((one) => [JSON.stringify(one), one]));
  return [...different.values()].filter((one) => Object.keys(one).length > 0);
}

function withIds(term: DemoTerm, values: ReadonlyMap<string, number>) {
  if (!("any" in term) || term.fact.startsWith("look:")) return term;
  return { fact: term.fact, any: term.any.map((slug) => valueId(values, term.fact, slug)) };
}

const readParts = (tx: Queries) =>
  queryRows<{ id: string; number: string; partTypeId: number; type: string }>(
    tx,
    sql`select p.id, p.number, p.part_type_id as "partTypeId", t.slug as type
    from parts p join part_types t on t.id = p.part_type_id`,
  );

const readModels = (tx: Queries) =>
  queryRows<{ path: string; id: number }>(
    tx,
    sql`select k.slug || '/' || m.slug as path, m.id
    from models m join makes k on k.id = m.make_id`,
  );
