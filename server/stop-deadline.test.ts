// The driver may lose a question when its line is reset, and the job that asked waits for an answer.
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { openShop } from "#tests/open-shop.ts";
import { queryRows } from "./platform/database/query-rows.ts";

it("a stop does not wait for a job that waits for ever", async () => {
  const { running } = await openShop();
  const { letters } = running.shop;
  const stopWell = letters.stop;
  letters.stop = async () => {
    await stopWell();
    return new Promise<void>(() => {});
  };
  await running.stop();
  await expect(queryRows(running.shop.db, sql`select 1`)).rejects.toThrow();
  letters.stop = stopWell;
});
