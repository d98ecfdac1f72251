// Which part fits which car follows from what the parts are and what the cars need.
import { toSlug } from "#contract/rules/part-path.ts";
import type { CatalogueEntry } from "../catalogue/catalogue-entry.ts";
import { leafTypes } from "../catalogue/part-types.ts";
import { engineNeeds } from "./engine-needs.ts";
import { builtIn, type DemoModel, steeringOf, yearsOf } from "./models.ts";
import type { Condition, Need } from "./needs.ts";
import { platformNeeds } from "./platform-needs.ts";

/** Values are slugs. */
export type DemoTerm = { fact: string } & (
  | { any: string[] }
  | { from?: number; to?: number; series?: string }
);
export type DemoApplication = {
  number: string;
  type: string;
  make: string;
  model: string;
  years: [from: number, to: number];
  terms: DemoTerm[];
  position?: string;
  quantity: number;
  heldBecause?: string;
};

export function deriveApplications(
  catalogue: readonly CatalogueEntry[],
  models: readonly DemoModel[],
): DemoApplication[] {
  return models.flatMap((model) =>
    needsOfModel(model).flatMap((one) => {
      const parts = catalogue.filter((entry) => isSo(entry, one));
      return linesOf(model, one.only ?? {}).flatMap((line) =>
        parts.map((entry) => ({
          number: entry.number,
          type: entry.type,
          make: model.make,
          model: model.name,
          ...line,
          ...placeOf(entry, one),
          ...(one.heldBecause ? { heldBecause: one.heldBecause } : {}),
        })),
      );
    }),
  );
}

/** Engines that need the same are named together. */
function needsOfModel({ platform }: DemoModel): Need[] {
  const ofEngines = Map.groupBy(engineNeeds, ({ engine: _, ...one }) => JSON.stringify(one));
  const merged = [...ofEngines.values()].flatMap((alike) => {
    const [first] = alike;
    if (!first) return [];
    const { engine: _, ...one } = first;
    return [{ ...one, only: { ...one.only, engines: alike.map(({ engine }) => engine) } }];
  });
  return [...platformNeeds[platform], ...merged];
}

function isSo({ type, attributes, packOf = 1 }: CatalogueEntry, need: Need): boolean {
  return (
    type === need.type &&
    packOf === (need.packOf ?? 1) &&
    Object.entries(need.is).every(([name, value]) => attributes[name] === value)
  );
}

function placeOf({ type, attributes }: CatalogueEntry, { position, quantity }: Need) {
  const sides = [attributes.Axle, attributes.Side].filter((side) => typeof side === "string");
  const [first = "", ...others] = sides;
  const place = position ?? [first, ...others.map((side) => side.toLowerCase())].join(" ");
  const perCar = quantity ?? leafTypes.get(type)?.carNeeds ?? 1;
  return { ...(place ? { position: place } : {}), quantity: perCar };
}

type Line = Pick<DemoApplication, "years" | "terms">;

/** Years in which the same is said are one line. */
function linesOf(model: DemoModel, only: Condition): Line[] {
  if (only.makes && !only.makes.includes(model.make)) return [];
  if (only.models && !only.models.includes(model.name)) return [];
  const lines: Line[] = [];
  for (const year of yearsOf(model)) {
    const terms = termsIn(model, year, only);
    if (!terms) continue;
    const last = lines.at(-1);
    const isSame =
      last?.years[1] === year - 1 && JSON.stringify(last.terms) === JSON.stringify(terms);
    if (last && isSame) last.years[1] = year;
    else lines.push({ years: [year, year], terms });
  }
  return lines;
}

/** Undefined: no car of this year is so. */
function termsIn(model: DemoModel, year: number, only: Condition): DemoTerm[] | undefined {
  const { from = 0, to = 9_999 } = only.years ?? {};
  if (year < from || year > to) return undefined;
  const offered = model.engines.filter((one) => isOffered(one, year)).map(({ engine }) => engine);
  const drives = model.hasAllWheelDrive ? ["Front wheels", "All wheels"] : ["Front wheels"];
  const terms = [
    oneOf("engine", only.engines, offered),
    oneOf("body", only.bodies, model.bodies),
    oneOf("drive", only.drive && [only.drive], drives),
    oneOf("steering", only.steering && [only.steering], steeringOf(model)),
    oneOf("gearbox", only.gearbox && [only.gearbox], ["Manual", "Automatic"]),
    within(only.built, builtIn(model, year)),
    only.serial ? [{ fact: "serial", ...only.serial }] : [],
    only.look ? [{ fact: only.look[0], any: [only.look[1]] }] : [],
  ];
  return terms.includes(undefined) ? undefined : terms.flatMap((list) => list ?? []);
}

export function isOffered({ from, to }: { from?: number; to?: number }, year: number): boolean {
  return (from === undefined || year >= from) && (to === undefined || year <= to);
}

function oneOf(
  fact: string,
  wanted: readonly string[] | undefined,
  offered: readonly string[],
): DemoTerm[] | undefined {
  if (!wanted) return [];
  const both = wanted.filter((one) => offered.includes(one));
  if (both.length === 0) return undefined;
  return both.length === offered.length ? [] : [{ fact, any: both.map(toSlug) }];
}

function within(
  wanted: Condition["built"],
  [first, last]: [first: number, last: number],
): DemoTerm[] | undefined {
  const { from = first, to = last } = wanted ?? {};
  if (last < from || first > to) return undefined;
  const isCut = from > first || to < last;
  return isCut
    ? [{ fact: "built", ...(from > first ? { from } : {}), ...(to < last ? { to } : {}) }]
    : [];
}
