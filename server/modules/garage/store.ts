import { and, eq, sql } from "drizzle-orm";
import type { Term } from "#contract/rules/fit.ts";
import { maxCars, maxServices } from "#contract/rules/garage-limits.ts";
import type { VinKeys } from "#server/platform/config/vin-keys.ts";
import type { Database, Queries } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { sealVin } from "./seal-vin.ts";
import { garageCars, serviceEntries } from "./tables.ts";

type GivenCar = { known: Term[]; name: string; vin: string | null; odometer: number | null };

export async function addCar(
  db: Database,
  keys: VinKeys,
  userId: string,
  { vehicle, known, name, vin, odometer }: GivenCar & { vehicle: number },
): Promise<string | undefined> {
  const id = newId();
  return inTransaction(db, async (tx) => {
    await lockPerson(tx, userId);
    if ((await tx.$count(garageCars, eq(garageCars.userId, userId))) >= maxCars) return undefined;
    await tx.insert(garageCars).values({
      id,
      userId,
      vehicleId: vehicle,
      known,
      name,
      odometerKm: odometer,
      ...sealVin(keys, id, vin),
    });
    return id;
  });
}

/** Two that add at once count one after the other. */
const lockPerson = (tx: Queries, userId: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`garage of ${userId}`}, 0))`);

export async function editCar(
  db: Queries,
  keys: VinKeys,
  userId: string,
  id: string,
  { known, name, vin, odometer }: { [Field in keyof GivenCar]?: GivenCar[Field] | undefined },
): Promise<void> {
  const sealed = vin === undefined ? {} : sealVin(keys, id, vin);
  const set = { known, name, odometerKm: odometer, ...sealed };
  if (Object.values(set).every((value) => value === undefined)) return;
  await db.update(garageCars).set(set).where(isOwn(userId, id));
}

const isOwn = (userId: string, id: string) =>
  and(eq(garageCars.userId, userId), eq(garageCars.id, id));

export async function removeCar(db: Queries, userId: string, id: string): Promise<boolean> {
  const removed = await db
    .delete(garageCars)
    .where(isOwn(userId, id))
    .returning({ id: garageCars.id });
  return removed.length > 0;
}

type GivenService = { doneOn: string; fitted: string; odometer: number | null; note: string };

export async function addService(
  db: Database,
  userId: string,
  carId: string,
  { doneOn, fitted, odometer, note }: GivenService,
): Promise<"full" | undefined> {
  return inTransaction(db, async (tx) => {
    const [car] = await tx
      .select({ id: garageCars.id })
      .from(garageCars)
      .where(isOwn(userId, carId))
      .for("update");
    if (!car) return undefined;
    if ((await tx.$count(serviceEntries, eq(serviceEntries.carId, carId))) >= maxServices) {
      return "full";
    }
    const part = await findPart(tx, fitted);
    await tx.insert(serviceEntries).values({
      id: newId(),
      carId,
      doneOn,
      odometerKm: odometer,
      note,
      partId: part?.id ?? null,
      fitted: part ? `${part.number} ${part.name}` : fitted,
    });
    return undefined;
  });
}

type Found = { id: string; number: string; name: string };

async function findPart(tx: Queries, written: string): Promise<Found | undefined> {
  const [part] = await queryRows<Found>(
    tx,
    sql`select p.id, p.number, p.name from part_numbers n join parts p on p.id = n.part_id
    where n.norm = part_number_norm(${written}) and n.kind in ('own', 'old')
      and p.deleted_at is null and not p.hidden
    order by n.kind = 'old', n.id limit 1`,
  );
  return part;
}

export async function removeService(
  db: Queries,
  userId: string,
  id: string,
): Promise<string | undefined> {
  const own = db
    .select({ id: garageCars.id })
    .from(garageCars)
    .where(eq(garageCars.userId, userId));
  const [removed] = await db
    .delete(serviceEntries)
    .where(and(eq(serviceEntries.id, id), sql`${serviceEntries.carId} in ${own}`))
    .returning({ carId: serviceEntries.carId });
  return removed?.carId;
}
