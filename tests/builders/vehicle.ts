import { sql } from "drizzle-orm";
import type { NewApplication } from "#contract/applications.ts";
import { aPart, aPartType } from "#seed/builders.ts";
import { addPartTypes } from "#server/modules/catalog/add-part-types.ts";
import { addParts } from "#server/modules/catalog/add-parts.ts";
import { addFacts, addVehicles } from "#server/modules/fitment/add-vehicles.ts";
import { addVinRules } from "#server/modules/fitment/add-vin-rules.ts";
import { fitConditions } from "#server/modules/fitment/tables.ts";
import { connect, type Queries } from "#server/platform/database/connect.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";

/** A 2014 Corvane Arden, made with two engines, a VIN of such a car, and a part type. */
export const anArden = {
  make: "corvane",
  model: "arden",
  year: "2014",
  type: "car-parts",
  vin: "AX1A30B09EK041207",
  /** Of the part that comes with it. */
  number: "AR-2014",
};

/** Of the Arden, in the form that admins send. */
export function anApplication(over: Partial<NewApplication> = {}): NewApplication {
  return {
    model: `${anArden.make}/${anArden.model}`,
    from: 2014,
    to: 2014,
    terms: [],
    position: null,
    quantity: null,
    label: "",
    remark: "",
    heldBecause: null,
    ...over,
  };
}

export async function addArden(databaseUrl: string): Promise<void> {
  const connection = connect(databaseUrl, { most: 1 });
  await inTransaction(connection.db, async (tx) => {
    await addFacts(tx, [
      {
        key: "engine",
        kind: "choice",
        effort: 2,
        question: "Which engine?",
        values: ["1.6", "2.0"].map((label) => ({ label, slug: label.replace(".", "-") })),
      },
    ]);
    const years = [{ year: 2014, combinations: [{ engine: "1-6" }, { engine: "2-0" }] }];
    const models = [{ name: "Arden", slug: "arden", years }];
    await addVehicles(tx, [{ name: "Corvane", slug: "corvane", models }]);
    await addVinRules(tx, [
      {
        id: 1,
        name: "Corvane",
        wmi: "AX1",
        hasCheckDigit: true,
        years: [2004, 2026],
        patterns: [{ pattern: "A3", says: "model", value: "corvane/arden" }],
      },
    ]);
  });
  await addPartTypes(connection.db, [aPartType({ slug: anArden.type, name: "Car parts" })]);
  await addParts(connection.db, [aPart({ number: anArden.number, type: anArden.type })]);
  await connection.close();
}

/** Two models of 2012 to 2016, Tessaro Vero and Lido, each with two engines and two drives. */
export async function addTessaro(databaseUrl: string): Promise<void> {
  const values = (...labels: string[]) =>
    labels.map((label) => ({ label, slug: label.toLowerCase().replace(".", "-") }));
  const connection = connect(databaseUrl, { most: 1 });
  const combinations = ["1-6", "2-0"].flatMap((engine) =>
    ["front", "all"].map((drive) => ({ engine, drive })),
  );
  const years = [2012, 2013, 2014, 2015, 2016].map((year) => ({ year, combinations }));
  await inTransaction(connection.db, async (tx) => {
    await addFacts(tx, [
      {
        key: "engine",
        kind: "choice",
        effort: 2,
        question: "Which engine?",
        values: values("1.6", "2.0"),
      },
      {
        key: "drive",
        kind: "choice",
        effort: 1,
        question: "Which drive?",
        values: values("Front", "All"),
      },
      { key: "built", kind: "date", effort: 2, question: "When was it built?" },
    ]);
    const models = ["Vero", "Lido"].map((name) => ({ name, slug: name.toLowerCase(), years }));
    await addVehicles(tx, [{ name: "Tessaro", slug: "tessaro", models }]);
  });
  await connection.close();
}

/** A 2014 Bramwick Elm, of which it is known when it was built. After `addTessaro`. */
export async function addElm(databaseUrl: string): Promise<void> {
  const connection = connect(databaseUrl, { most: 1 });
  const years = [{ year: 2014, built: ["2013-09-01", "2014-08-31"] as [string, string] }];
  const models = [{ name: "Elm", slug: "elm", years }];
  await inTransaction(connection.db, (tx) =>
    addVehicles(tx, [{ name: "Bramwick", slug: "bramwick", models }]),
  );
  await connection.close();
}

/** So that conditions are not found again by what they say. */
export async function respellConditions(db: Queries): Promise<void> {
  await db.update(fitConditions).set({ key: sql`${fitConditions.key} || ' '` });
}

/** So often was each year of the Arden asked for, and no part found. After `addArden`. */
export async function addMissedVehicles(db: Queries, asked: Record<number, number>): Promise<void> {
  const times = sql.param(JSON.stringify(asked));
  await db.execute(sql`insert into vehicles (model_id, year)
    select m.id, key::int from models m, jsonb_each(${times}::jsonb) where m.slug = 'arden'
    on conflict do nothing`);
  await db.execute(sql`insert into missed_vehicles (day, vehicle_id, count)
    select current_date, v.id, value::int from vehicles v, jsonb_each(${times}::jsonb)
    where v.year = key::int`);
}
