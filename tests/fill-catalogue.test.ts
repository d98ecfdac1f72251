import { expect, it } from "vitest";
import { parts } from "#server/modules/catalog/tables.ts";
import { stock } from "#server/modules/inventory/tables.ts";
import { connect } from "#server/platform/database/connect.ts";
import { fillCatalogue } from "../bench/fill-catalogue.ts";
import { createDatabase } from "./create-database.ts";

it.each([10, 25])("a catalogue of %i parts, added by ten, has each of them once", async (count) => {
  const url = await createDatabase();
  await fillCatalogue(url, count, 10);
  const { db, close } = connect(url, { most: 1 });
  expect([await db.$count(parts), await db.$count(stock)]).toEqual([count, count]);
  await close();
});
