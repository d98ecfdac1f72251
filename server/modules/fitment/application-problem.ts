import { sql } from "drizzle-orm";
import type { FactWords, VehiclePage } from "#contract/fitment.ts";
import {
  type FactKind,
  type FactValue,
  type FitQuestion,
  judgeFit,
  type Term,
} from "#contract/rules/fit.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";

export type Car = Pick<VehiclePage, "combinations" | "built"> & { year: number };
export type Model = { id: number; make: string; name: string; cars: Car[] };
type Given = {
  from: number;
  to: number;
  terms: Term[];
  /** It may be from before years outside the model's were refused. */
  isStored?: boolean;
};

export function applicationProblem(
  { from, to, terms, isStored = false }: Given,
  model: Model | undefined,
  facts: readonly FactWords[],
): { field: "model" | "from" | "to" | "terms"; message: string } | undefined {
  if (!model) return { field: "model", message: "We have no such model" };
  if (from > to) return { field: "to", message: "The last year is before the first one" };
  const cars = model.cars.filter(({ year }) => year >= from && year <= to);
  const isOfModel = (limit: number) => isStored || isBetween(limit, model.cars);
  if (cars.length === 0 || !isOfModel(from))
    return { field: "from", message: describeYears(model) };
  if (!isOfModel(to)) return { field: "to", message: describeYears(model) };
  const message = conditionProblem(terms, facts);
  if (message) return { field: "terms", message };
  if (terms.length === 0 || cars.some((car) => canBe(car, terms, facts))) return undefined;
  return { field: "terms", message: `No ${nameOf(model)} of these years was built so` };
}

export function conditionProblem(
  terms: readonly Term[],
  facts: readonly FactWords[],
): string | undefined {
  for (const term of terms) {
    const problem = termProblem(term, facts);
    if (problem) return problem;
  }
  return undefined;
}

const nameOf = ({ make, name }: Model) => `${make} ${name}`;

function describeYears(model: Model): string {
  const years = model.cars.map(({ year }) => year);
  if (years.length === 0) return `We have no model years of ${nameOf(model)} yet`;
  const [first, last] = [Math.min(...years), Math.max(...years)];
  return `We have ${nameOf(model)} of ${first === last ? `${first} only` : `${first} to ${last}`}`;
}

const isBetween = (limit: number, cars: readonly Car[]) =>
  cars.some(({ year }) => year <= limit) && cars.some(({ year }) => year >= limit);

function canBe(vehicle: Car, terms: Term[], words: readonly FactWords[]): boolean {
  const facts: FitQuestion["facts"] = Object.fromEntries(
    words.map(({ key, kind, effort }) => [key, { kind, effort }]),
  );
  const { says } = judgeFit({
    listsAllVehicles: false,
    universal: false,
    known: [],
    facts,
    vehicle,
    applications: [{ terms, position: null, quantity: null, held: false }],
  });
  return says !== "no";
}

type Fact = { key: string; kind: FactKind; question: string; values: readonly { id: number }[] };

function termProblem(term: Term, facts: readonly Fact[]): string | undefined {
  const fact = facts.find(({ key }) => key === term.fact);
  if (!fact) return `There is no fact “${term.fact}”`;
  const problem = problems[fact.kind](term, fact);
  return problem && `${fact.question} ${problem}`;
}

const problems: Record<FactKind, (term: Term, fact: Fact) => string | undefined> = {
  choice: (term, { values }) => {
    const named: FactValue[] = "any" in term ? term.any : "none" in term ? term.none : [];
    if (named.length === 0) return "Choose at least one answer";
    const isKnown = named.every((value) => values.some(({ id }) => id === value));
    return isKnown ? undefined : "One of these answers is not known";
  },
  look: (term) => {
    const answer = "any" in term && term.any.length === 1 ? term.any[0] : undefined;
    return answer === "yes" || answer === "no" ? undefined : "Choose yes or no";
  },
  date: (term) => {
    const { from, to } = spanOf(term);
    if (from === undefined && to === undefined) return "Enter the first or the last day";
    if (![from, to].every((day) => day === undefined || isDay(day))) return "Enter whole days";
    return orderProblem({ from, to }, "The last day is before the first one");
  },
  number: (term) => {
    const { from, to } = spanOf(term);
    if (from === undefined && to === undefined) return "Enter the least or the most";
    return orderProblem({ from, to }, "The most is below the least");
  },
  serial: (term) => {
    if ("notSeries" in term) return term.notSeries.length > 0 ? undefined : "Enter a series";
    if (!("series" in term)) return "Enter a series";
    return orderProblem(spanOf(term), "The last number is below the first one");
  },
};

type Span = { from?: number | undefined; to?: number | undefined };

const isOfOther = (term: Term) =>
  "any" in term || "none" in term || "series" in term || "notSeries" in term;
const spanOf = (term: Term): Span => ("series" in term || !isOfOther(term) ? (term as Span) : {});

function orderProblem({ from, to }: Span, problem: string): string | undefined {
  return from !== undefined && to !== undefined && from > to ? problem : undefined;
}

/** Written 20141031. */
function isDay(day: number): boolean {
  const [year, month, date] = [Math.floor(day / 10_000), Math.floor(day / 100) % 100, day % 100];
  const time = new Date(Date.UTC(year, month - 1, date));
  return year >= 1900 && time.getUTCMonth() === month - 1 && time.getUTCDate() === date;
}

type ModelRow = Omit<Model, "cars"> & {
  path: string;
  cars: { year: number; from: number | null; to: number | null }[];
  built: { facts: Car["combinations"][number]; years: number[] }[];
};

export async function readModels(
  db: Queries,
  paths: readonly string[],
): Promise<Map<string, Model>> {
  const rows = await queryRows<ModelRow>(
    db,
    sql`select given.path, m.id, k.name as make, m.name,
      coalesce((select json_agg(json_build_object('year', v.year,
          'from', to_char(lower(v.built), 'YYYYMMDD')::int,
          'to', to_char(upper(v.built) - 1, 'YYYYMMDD')::int))
        from vehicles v where v.model_id = m.id), '[]') as cars,
      coalesce((select json_agg(each) from (
          select c.facts, array_agg(v.year) as years
          from vehicles v join vehicle_combinations c on c.vehicle_id = v.id
          where v.model_id = m.id group by c.facts) each), '[]') as built
    from ${modelsOf(paths)}`,
  );
  return new Map(rows.map((row) => [row.path, toModel(row)]));
}

export async function readModelIds(
  db: Queries,
  paths: readonly string[],
): Promise<Map<string, number>> {
  const rows = await queryRows<{ path: string; id: number }>(
    db,
    sql`select given.path, m.id from ${modelsOf(paths)}`,
  );
  return new Map(rows.map(({ path, id }) => [path, id]));
}

const modelsOf = (paths: readonly string[]) =>
  sql`unnest(${sql.param([...new Set(paths)])}::text[]) as given (path)
    join makes k on k.slug = split_part(given.path, '/', 1)
    join models m on m.make_id = k.id and m.slug = split_part(given.path, '/', 2)`;

function toModel({ id, make, name, cars, built }: ModelRow): Model {
  const byYear = new Map<number, Car["combinations"]>(cars.map(({ year }) => [year, []]));
  for (const { facts, years } of built) {
    for (const year of years) byYear.get(year)?.push(facts);
  }
  return {
    id,
    make,
    name,
    cars: cars.map(({ year, from, to }) => ({
      year,
      combinations: byYear.get(year) ?? [],
      built: { from: from ?? undefined, to: to ?? undefined },
    })),
  };
}
