// Row 36: the release before and this one serve beside each other on one database, then this one alone.
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createBareDatabase } from "#tests/create-database.ts";
import { pick } from "#tests/random.ts";
import { activate, installRelease, unitCommand, useWhile, wrongAfter } from "./deploys.ts";
import { checkOut, hasCommit, releaseBefore } from "./earlier-releases.ts";
import { addPart, adminOf, keepLetters } from "./orders.ts";
import { plantFaults } from "./plant-faults.ts";
import { full, report } from "./report.ts";
import { type Shop, startShop } from "./start-shop.ts";

const commit = full ? (process.env.RELEASE ?? releaseBefore()) : "";
const phaseMs = Number(process.env.SECONDS ?? 60) * 1_000;
const toldWithinMs = 3_000;
/** The release before has a contract of its own. */
const options = { isUnchecked: true, expectedComplaints: /./ };

async function startBefore(folder: string) {
  const link = await installRelease(folder);
  const command = await unitCommand(link);
  const databaseUrl = await createBareDatabase();
  const shop = await startShop({ ...options, command, folder: link, databaseUrl });
  return { shop, link, databaseUrl };
}

/** A price that is changed at one of them is shown by the other. */
async function findUntold(one: Shop, other: Shop): Promise<string[]> {
  const { id } = await addPart(one);
  const wrong: string[] = [];
  for (const [at, [from, to]] of [[one, other] as const, [other, one] as const].entries()) {
    const price = 60 + at;
    const admin = await adminOf(from);
    expect((await admin.send("PATCH", `/api/parts/${id}`, { price })).status).toBe(200);
    const shown = async () => (await (await to.request(`/api/purchase/${id}`)).json()).price;
    await expect
      .poll(shown, { timeout: toldWithinMs })
      .toBe(price)
      .catch(async () => wrong.push(`It shows ${await shown()} where the other said ${price}`));
  }
  return wrong;
}

async function findRepeatedLetters({ database }: Shop): Promise<string[]> {
  const rows = await database.query<{ wrong: string }>(`
    select count(*) || ' letters ' || kind || ' about ' || about as wrong from kept_letters
    where about is not null group by kind, about having count(*) > 1`);
  return rows.map(({ wrong }) => wrong);
}

describe("row 36: the release before beside this one", () => {
  it.runIf(hasCommit(commit))("fails no request and loses no order", async () => {
    const folder = await checkOut(commit);
    const { shop: first, link, databaseUrl } = await startBefore(folder);
    await keepLetters(first);
    const machines = [first];
    const counts: number[] = [];
    const untold: string[] = [];
    const seen = await useWhile(
      first,
      async (acknowledged) => {
        const pause = async () => {
          const before = acknowledged.length;
          await sleep(phaseMs);
          counts.push(acknowledged.length - before);
        };
        await pause();
        // Cookies have the names of the origin.
        const env = { ORIGIN: first.url };
        const second = await startShop({ ...options, env, databaseUrl, cards: first.cards });
        machines.push(second);
        untold.push(...(await findUntold(first, second)));
        await pause();
        // As deploy/README.md says in step 3: one after the other, behind a balancer.
        machines.shift();
        await first.stop();
        await activate(link, await plantFaults([]));
        await first.start();
        machines.push(first);
        untold.push(...(await findUntold(first, second)));
        await pause();
      },
      { pauseMs: 30, request: (path, init) => pick(machines).request(path, init) },
    );
    const wrong = [
      ...untold,
      ...(await findRepeatedLetters(first)),
      ...(await wrongAfter(first, seen)),
    ];
    const { failed, acknowledged, answers, streams } = seen;
    const paid = acknowledged.filter(({ said }) => said !== "placed").length;
    report({
      check: `the release before (${commit}) and this one on one database, under load`,
      target: "0 failed requests, 0 wrong, each change told to the other",
      figure: `orders before, beside each other, after: ${counts.join(", ")}; ${acknowledged.length} in all, ${paid} of them paid, ${answers} answers, ${streams} streams`,
      faults: [...failed, ...wrong],
    });
    expect(Math.min(...counts)).toBeGreaterThan(0);

    // Negative control: a migration that renames what the release before reads.
    const { shop } = await startBefore(folder);
    const renamed = await useWhile(shop, async () => {
      await shop.database.query("alter table orders rename column phone to telephone");
      await sleep(1_000);
      await shop.database.query("alter table orders rename column telephone to phone");
    });
    expect(renamed.failed).not.toEqual([]);
  });
});
