import { sql } from "drizzle-orm";
import type { Vehicle } from "#contract/fitment.ts";
import { type Refusal, refuse } from "#contract/refusals.ts";
import { type FitQuestion, isPossibleCar, type Term } from "#contract/rules/fit.ts";
import { describeTerm } from "#contract/rules/fit-words.ts";
import {
  matchesVinPattern,
  normalizeVin,
  vinCheckDigit,
  vinMaker,
  vinProblem,
  vinYears,
} from "#contract/rules/vin.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { readFacts } from "./read-facts.ts";
import { fromVehicles, isModel, vehicleColumns } from "./read-vehicle.ts";

type Maker = { schemaId: number; from: number; to: number; hasCheckDigit: boolean };
type Pattern = { schemaId: number; pattern: string; says: string; value: string };
type Reading = { model: string; year: number; said: Map<string, string[]> };
type Combinations = FitQuestion["vehicle"]["combinations"];
/** A model year, and how its VIN says it was built. A fact on which patterns disagree has several values. */
type Car = { vehicle: Vehicle; combinations: Combinations; said: Term[]; serial: string[] };

export type ReadVin = {
  vehicles: Vehicle[];
  known: Term[];
  facts: Awaited<ReturnType<typeof readFacts>>;
};

const orChoose = "Check it, or choose the car from the lists.";
const compareAll = "Compare all 17, above all 0/O, 1/I, 5/S, 8/B.";
/** Names no digit for place 9: with it a mistake at any other place would look right. */
const wrongCharacter = `At least one character does not match. ${compareAll}`;

export async function readVin(
  db: Queries,
  written: string,
): Promise<ReadVin | Refusal<"invalid" | "not-found">> {
  const vin = normalizeVin(written);
  const problem = vinProblem(vin);
  if (problem) return wrongVin(`${problem} ${orChoose}`);
  const makers = await readMakers(db, vin);
  if (makers.length === 0) {
    return refuse("not-found", "We do not carry this maker's cars, so we cannot read its VIN.");
  }
  const digit = vinCheckDigit(vin);
  const possible = makers.filter(({ hasCheckDigit }) => !hasCheckDigit || vin[8] === digit);
  if (possible.length === 0) return wrongVin(`${wrongCharacter} ${orChoose}`);
  const patterns = await readPatterns(db, possible);
  const readings = possible.flatMap((maker) => readBy(maker, patterns, vin));
  const cars = await findCars(db, readings);
  const [first] = cars;
  if (!first) return refuse("not-found", `No car of ours has this VIN. ${orChoose}`);
  const built = cars.filter(({ combinations, said }) => wasBuilt(said, combinations));
  if (built.length === 0) return wrongVin(await describeUnbuilt(db, first));
  const known = knownBy(built, vin);
  const vehicles = [...new Map(built.map(({ vehicle }) => [vehicle.id, vehicle])).values()];
  return { vehicles, known, facts: await readFacts(db, known) };
}

const wrongVin = (message: string) => refuse("invalid", message, { vin: message });

const wasBuilt = (known: Term[], combinations: Combinations) =>
  isPossibleCar({ vehicle: { combinations, built: null }, known, facts: {} });

async function describeUnbuilt(db: Queries, { vehicle, said }: Car): Promise<string> {
  const facts = await readFacts(db, said);
  const { year, make, model } = vehicle;
  const how = said.map((term) => describeTerm(term, facts)).join(" and ");
  return `By this VIN it is a ${year} ${make.name} ${model.name} with ${how}, and none was built so. ${compareAll} ${orChoose}`;
}

function readMakers(db: Queries, vin: string): Promise<Maker[]> {
  return queryRows<Maker>(
    db,
    sql`select schema_id as "schemaId", lower(years) as from, upper(years) - 1 as to,
      has_check_digit as "hasCheckDigit"
    from vin_makers where wmi = ${vinMaker(vin)}`,
  );
}

async function readPatterns(db: Queries, makers: readonly Maker[]): Promise<Pattern[]> {
  const ids = makers.map(({ schemaId }) => schemaId);
  return queryRows<Pattern>(
    db,
    sql`select schema_id as "schemaId", pattern, says, value
    from vin_patterns where schema_id = any(${sql.param(ids)}::int[]) order by says, value`,
  );
}

function readBy(maker: Maker, patterns: readonly Pattern[], vin: string): Reading[] {
  const { from, to, schemaId, hasCheckDigit } = maker;
  const matching = patterns.filter(
    (one) => one.schemaId === schemaId && matchesVinPattern(one.pattern, vin),
  );
  const said = new Map(
    [...Map.groupBy(matching, ({ says }) => says)].map(([says, all]) => [
      says,
      [...new Set(all.map(({ value }) => value))],
    ]),
  );
  const coded = vinYears(vin, hasCheckDigit);
  const all = Array.from({ length: to - from + 1 }, (_, at) => from + at);
  // Outside North America place 10 need not be the year.
  const years = coded.length > 0 || hasCheckDigit ? coded : all;
  return years
    .filter((year) => year >= from && year <= to)
    .flatMap((year) => (said.get("model") ?? []).map((model) => ({ model, year, said })));
}

type CarRow = Vehicle & { reading: number; combinations: Combinations };

/** Newest first. */
async function findCars(db: Queries, readings: readonly Reading[]): Promise<Car[]> {
  const models = readings.map(({ model }) => model);
  const years = readings.map(({ year }) => year);
  const rows = await queryRows<CarRow>(
    db,
    sql`select ${vehicleColumns}, said.reading::int - 1 as reading,
      coalesce((select json_agg(c.facts order by c.id) from vehicle_combinations c
        where c.vehicle_id = v.id), '[]') as combinations
    ${fromVehicles}, unnest(${sql.param(models)}::text[], ${sql.param(years)}::int[])
      with ordinality said (model, year, reading)
    where ${isModel(sql`split_part(said.model, '/', 1)`, sql`split_part(said.model, '/', 2)`)}
      and v.year = said.year
    order by v.year desc, k.slug, m.slug, said.reading`,
  );
  const values = await readValues(db, readings);
  return rows.map(({ reading, combinations, ...vehicle }) => {
    const said = readings[reading]?.said ?? new Map<string, string[]>();
    const terms = [...said].flatMap(([fact, slugs]) => {
      const any = slugs.flatMap((slug) => values.get(`${fact}/${slug}`) ?? []);
      return any.length > 0 && any.length === slugs.length ? [{ fact, any }] : [];
    });
    return { vehicle, combinations, said: terms, serial: said.get("serial") ?? [] };
  });
}

/** By fact and value, such as "engine/2-0-t". */
async function readValues(db: Queries, readings: readonly Reading[]) {
  const slugs = readings.flatMap(({ said }) =>
    [...said].flatMap(([says, values]) => values.map((value) => `${says}/${value}`)),
  );
  const rows = await queryRows<{ path: string; id: number }>(
    db,
    sql`select f.key || '/' || v.slug as path, v.id
    from facts f join fact_values v on v.fact_id = f.id
    where f.key || '/' || v.slug = any(${sql.param([...new Set(slugs)])}::text[])`,
  );
  return new Map(rows.map(({ path, id }) => [path, id]));
}

/** What every car that it can be agrees on. */
function knownBy(cars: readonly Car[], vin: string): Term[] {
  const [first] = cars;
  const isAgreed = (term: Term) =>
    "any" in term &&
    term.any.length === 1 &&
    cars.every(({ said }) => said.some((other) => JSON.stringify(other) === JSON.stringify(term)));
  const choices = (first?.said ?? []).filter(isAgreed);
  const [place, ...others] = [...new Set(cars.map(({ serial }) => serial.join()))];
  const number = /\d{6}$/.exec(vin)?.[0];
  if (others.length > 0 || !place || !number || !/^\d+$/.test(place)) return choices;
  const at = { from: Number(number), to: Number(number) };
  return [...choices, { fact: "serial", series: vin[Number(place) - 1] ?? "", ...at }];
}
