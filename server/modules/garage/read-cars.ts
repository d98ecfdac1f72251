import { type SQL, sql } from "drizzle-orm";
import type { Car, CarPage, Service } from "#contract/garage.ts";
import { readFacts } from "#server/modules/fitment/read-facts.ts";
import { vehicleColumns } from "#server/modules/fitment/read-vehicle.ts";
import type { VinKeys } from "#server/platform/config/vin-keys.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { openVin, type Sealed } from "./seal-vin.ts";

type Row = Omit<Car, "_id" | "vehicle" | "vinEnd"> & Car["vehicle"] & Sealed & { carId: string };
type OpenCar = Omit<CarPage, "book" | "facts">;

export async function readCars(db: Queries, keys: VinKeys, which: SQL): Promise<OpenCar[]> {
  const rows = await queryRows<Row>(
    db,
    sql`select ${vehicleColumns}, g.id as "carId", g.name, g.known, g.vin_key as "vinKey",
      g.vin_sealed as "vinSealed", g.odometer_km as odometer,
      (select count(*)::int from service_entries s where s.car_id = g.id) as services
    from garage_cars g join vehicles v on v.id = g.vehicle_id
    join models m on m.id = v.model_id join makes k on k.id = m.make_id
    where ${which} order by g.created_at desc, g.id`,
  );
  return rows.map(({ id, make, model, year, carId, vinKey, vinSealed, ...car }) => {
    const vin = openVin(keys, carId, { vinKey, vinSealed });
    return {
      _id: carId,
      vehicle: { id, make, model, year },
      ...car,
      vin,
      vinEnd: vin?.slice(-4) ?? null,
    };
  });
}

export async function listCars(db: Queries, keys: VinKeys, userId: string) {
  const cars = await readCars(db, keys, sql`g.user_id = ${userId}`);
  const facts = await readFacts(
    db,
    cars.flatMap(({ known }) => known),
  );
  return { cars, facts };
}

export async function findCarPage(
  db: Queries,
  keys: VinKeys,
  userId: string,
  id: string,
): Promise<CarPage | undefined> {
  const [car] = await readCars(db, keys, sql`g.user_id = ${userId} and g.id = ${id}`);
  if (!car) return undefined;
  return { ...car, book: await readBook(db, id), facts: await readFacts(db, car.known) };
}

export const readBook = (db: Queries, carId: string) =>
  queryRows<Service>(
    db,
    sql`select s.id as _id, s.done_on::text as "doneOn", s.fitted, p.number as part,
      s.odometer_km as odometer, s.note
    from service_entries s
    left join parts p on p.id = s.part_id and p.deleted_at is null and not p.hidden
    where s.car_id = ${carId} order by s.done_on desc, s.created_at desc`,
  );
