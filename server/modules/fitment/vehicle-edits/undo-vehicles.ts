import { isDeepStrictEqual } from "node:util";
import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { refuse } from "#contract/refusals.ts";
import { type ChangeOf, type VehicleChange, vehicleChange } from "#contract/vehicle-edits.ts";
import type { Change, Undone } from "#server/platform/audit/handlers.ts";
import type { Database, Queries } from "#server/platform/database/connect.ts";
import { errorCode } from "#server/platform/database/database-errors.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import type { SignedInCaller } from "#server/platform/http/handler.ts";
import { recountParts } from "../add-applications.ts";
import { saveChange } from "./change-vehicles.ts";
import type { Done } from "./done.ts";
import { nameSlug } from "./name-slug.ts";
import { readBuilt } from "./read-built.ts";
import { findRenamed, toChange } from "./write-car.ts";
import { writeChange } from "./write-change.ts";
import { findFact, removeFact } from "./write-fact.ts";

const changedSince = refuse(
  "conflict",
  "This has been changed again since, or was already undone. Nothing was undone; please edit it instead.",
);
const isUsed = refuse("conflict", "It is in use by now, so it stays. Nothing was undone.");

const foreignKeyViolation = "23503";

const change = z.object({ change: vehicleChange });
const readChange = (fields: Change["before"]): VehicleChange | undefined => {
  const read = z.safeParse(change, fields ?? {});
  return read.success ? read.data.change : undefined;
};

export async function undoVehicles(
  db: Database,
  caller: SignedInCaller,
  { before, after }: Change,
): Promise<Undone> {
  const [was, made] = [readChange(before), readChange(after)];
  try {
    const undone = await saveChange(db, caller, async (tx) => {
      if (!made) return was && !(await isBack(tx, was)) ? writeChange(tx, was) : changedSince;
      if (!(await isPresent(tx, made))) return changedSince;
      return was ? writeChange(tx, was) : takeAway(tx, made);
    });
    return "code" in undone && undone.code === "invalid" ? changedSince : (undone as Undone);
  } catch (error) {
    if (errorCode(error) === foreignKeyViolation) return isUsed;
    throw error;
  }
}

async function isPresent(tx: Queries, made: VehicleChange): Promise<boolean> {
  if (made.what === "car") {
    const [make, model] = [nameSlug(made.make), nameSlug(made.model)];
    const present = await readBuilt(tx, { make, model, year: made.year });
    return present !== undefined && isDeepStrictEqual(toChange(present), made);
  }
  if (made.what === "fact") return isDeepStrictEqual(await findFact(tx, made.key), made);
  const slug = nameSlug(made.name);
  const [found] = await queryRows(
    tx,
    made.what === "make"
      ? sql`select from makes where slug = ${slug} and name = ${made.name}`
      : sql`select from models m join makes k on k.id = m.make_id
          where k.slug = ${made.make} and m.slug = ${slug} and m.name = ${made.name}`,
  );
  return found !== undefined;
}

/** Cars and facts alone are taken away. */
async function isBack(tx: Queries, was: VehicleChange): Promise<boolean> {
  if (was.what === "fact") return (await findFact(tx, was.key)) !== undefined;
  if (was.what !== "car") return true;
  const given = { make: nameSlug(was.make), model: nameSlug(was.model) };
  const present = await readBuilt(tx, { ...(await findRenamed(tx, given)), year: was.year });
  return present !== undefined;
}

async function takeAway(tx: Queries, made: VehicleChange): Promise<Done | typeof isUsed> {
  const done = { make: "", model: "", before: made, after: undefined };
  if (made.what === "fact") return (await removeFact(tx, made.key)) ? done : isUsed;
  if (made.what === "car") await removeCar(tx, made);
  return done;
}

async function removeCar(tx: Queries, { make, model, year }: ChangeOf<"car">): Promise<void> {
  const found = await readBuilt(tx, { make: nameSlug(make), model: nameSlug(model), year });
  const [removed] = await queryRows<{ model_id: number }>(
    tx,
    sql`delete from vehicles where id = ${found?.id} returning model_id`,
  );
  const modelId = removed?.model_id ?? 0;
  await recountParts(tx, [modelId]);
  const [gone] = await queryRows<{ make_id: number }>(
    tx,
    sql`delete from models m where id = ${modelId}
      and not exists (select from vehicles v where v.model_id = m.id) returning make_id`,
  );
  if (!gone) return;
  await tx.execute(sql`delete from makes k where id = ${gone.make_id}
    and not exists (select from models m where m.make_id = k.id)`);
}
