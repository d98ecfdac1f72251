import { sql } from "drizzle-orm";
import type { OwnData } from "#contract/own-data.ts";
import { describeTerm } from "#contract/rules/fit-words.ts";
import { readFacts } from "#server/modules/fitment/read-facts.ts";
import type { VinKeys } from "#server/platform/config/vin-keys.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { readBook, readCars } from "./read-cars.ts";

export async function readOwnGarage(
  db: Queries,
  keys: VinKeys,
  userId: string,
): Promise<OwnData["garage"]> {
  const cars = await readCars(db, keys, sql`g.user_id = ${userId}`);
  const facts = await readFacts(
    db,
    cars.flatMap(({ known }) => known),
  );
  const garage: OwnData["garage"] = [];
  for (const { _id, name, vehicle, vin, odometer, known } of cars) {
    const { year, make, model } = vehicle;
    const book = await readBook(db, _id);
    garage.push({
      _id,
      name,
      vehicle: `${year} ${make.name} ${model.name}`,
      vin,
      odometer,
      known: known.map((term) => describeTerm(term, facts)),
      services: book.map(({ _id: _, ...entry }) => entry),
    });
  }
  return garage;
}
