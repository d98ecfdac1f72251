import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { changeSettings } from "#tests/change-settings.ts";
import { openShop } from "#tests/open-shop.ts";
import { queryRows } from "./platform/database/query-rows.ts";
import { drainTimeouts } from "./run-shop.ts";

it("stops in time though a job never ends", async () => {
  changeSettings(drainTimeouts, { jobsMs: 300 });
  const { running } = await openShop();
  const { letters } = running.shop;
  const stopLetters = letters.stop;
  letters.stop = async () => {
    await stopLetters();
    return new Promise<void>(() => {});
  };
  await running.stop();
  await expect(queryRows(running.shop.db, sql`select 1`)).rejects.toThrow();
  letters.stop = stopLetters;
});
