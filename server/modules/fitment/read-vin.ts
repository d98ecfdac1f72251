import { sql } from "drizzle-orm";
import type { Vehicle } from "#contract/fitment.ts";
import { type Refusal, refuse } from "#contract/refusals.ts";
import type { Term } from "#contract/rules/fit.ts";
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

export type ReadVin = {
  vehicles: Vehicle[];
  known: Term[];
  facts: Awaited<ReturnType<typeof readFacts>>;
};

const orChoose = "Check it, or choose the car from the lists.";

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
  if (possible.length === 0) return wrongVin(`Place 9 should be ${digit}. ${orChoose}`);
  const patterns = await readPatterns(db, possible);
  const readings = possible.flatMap((maker) => readBy(maker, patterns, vin));
  const vehicles = await findVehicles(db, readings);
  if (vehicles.length === 0) {
    return refuse("not-found", `No car of ours has this VIN. ${orChoose}`);
  }
  const known = await knownBy(db, readings, vin);
  return { vehicles, known, facts: await readFacts(db, known) };
}

const wrongVin = (message: string) => refuse("invalid", message, { vin: message });

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
    from vin_patterns where schema_id = any(${sql.param(ids)}::int[])`,
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

async function findVehicles(db: Queries, readings: readonly Reading[]): Promise<Vehicle[]> {
  const models = readings.map(({ model }) => model);
  const years = readings.map(({ year }) => year);
  return queryRows<Vehicle>(
    db,
    sql`select ${vehicleColumns} ${fromVehicles}
    where v.id in (select v.id ${fromVehicles},
        unnest(${sql.param(models)}::text[], ${sql.param(years)}::int[]) said (model, year)
      where ${isModel(sql`split_part(said.model, '/', 1)`, sql`split_part(said.model, '/', 2)`)}
        and v.year = said.year)
    order by v.year desc, k.slug, m.slug`,
  );
}

async function knownBy(db: Queries, readings: readonly Reading[], vin: string): Promise<Term[]> {
  const [first] = readings;
  const agreed = [...(first?.said ?? [])].flatMap(([says, [value, ...others]]) => {
    const isAgreed = readings.every(({ said }) => said.get(says)?.join() === value);
    return isAgreed && value !== undefined && others.length === 0 ? [{ says, value }] : [];
  });
  const slugs = agreed.map(({ says, value }) => `${says}/${value}`);
  const found = await queryRows<{ fact: string; id: number }>(
    db,
    sql`select f.key as fact, v.id from facts f join fact_values v on v.fact_id = f.id
    where f.key || '/' || v.slug = any(${sql.param(slugs)}::text[]) order by f.id`,
  );
  const choices = found.map(({ fact, id }) => ({ fact, any: [id] }));
  const serial = agreed.find(({ says }) => says === "serial");
  const number = /\d{6}$/.exec(vin)?.[0];
  if (!serial || !number) return choices;
  const place = { from: Number(number), to: Number(number) };
  return [...choices, { fact: "serial", series: vin[Number(serial.value) - 1] ?? "", ...place }];
}
