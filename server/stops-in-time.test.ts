// The driver may lose a question when its line is reset, and the job that asked waits for an answer.
import { expect, it } from "vitest";
import { openShop } from "#tests/open-shop.ts";

it("a stop does not wait for a job that waits for ever", async () => {
  const { running } = await openShop();
  const { letters } = running.shop;
  const stopWell = letters.stop;
  letters.stop = async () => {
    await stopWell();
    return new Promise<void>(() => {});
  };
  await running.stop();
  await expect(running.shop.sql`select 1`).rejects.toThrow();
  letters.stop = stopWell;
});
