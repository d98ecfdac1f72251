import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startWithNpm } from "../npm-start.ts";
import { compareWithBudget, type Row } from "../row.ts";

const mostMegabytes = 200;
const mostSeconds = 3;
const rest = 30_000;
const starts = 5;

/** Memory of the shop's process at rest, after the start that fills the shop and after another. */
export async function idle(): Promise<Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), "shop-bench-"));
  const rows: Row[] = [];
  for (const which of ["first", "second"]) {
    const shop = await startWithNpm(dataDir);
    await sleep(rest);
    const megabytes = Math.round(await shop.megabytes());
    const what = `at rest after the ${which} start: ${mostMegabytes} MB against it (not ms)`;
    rows.push({ ...compareWithBudget(mostMegabytes, [megabytes]), what, megabytes });
    await shop.stop();
  }
  await rm(dataDir, { recursive: true });
  return rows;
}

export async function secondStart(): Promise<Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), "shop-bench-"));
  await (await startWithNpm(dataDir)).stop();
  const [seconds, cpu]: [number[], number[]] = [[], []];
  let megabytes = 0;
  for (let start = 0; start < starts; start++) {
    const shop = await startWithNpm(dataDir);
    seconds.push(shop.seconds);
    cpu.push(shop.cpuSeconds);
    megabytes = Math.round(await shop.megabytes());
    await shop.stop();
  }
  await rm(dataDir, { recursive: true });
  const what = `npm start again, to the first page: ${mostSeconds} s against it (not ms)`;
  const computed = "…, of which the shop's own process computes";
  return [
    { ...compareWithBudget(mostSeconds, seconds), what, megabytes },
    { ...compareWithBudget(mostSeconds, cpu), what: computed, megabytes },
  ];
}
