// New versions take over as deploy/README.md says, while people use the shop.
import { mkdtemp, readFile, rename, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { findProcessTree } from "#tests/start-program.ts";
import {
  type Acknowledged,
  cancelPaid,
  openCustomers,
  payAndReport,
  place,
  whileBuying,
} from "./customers.ts";
import { findViolations } from "./find-violations.ts";
import { keepListening } from "./listen.ts";
import { addPart } from "./orders.ts";
import { waitUntilReconciled } from "./reconciliation.ts";
import { recordFailures } from "./record-responses.ts";
import { full } from "./report.ts";
import type { Shop } from "./start-shop.ts";

/** The link's address in the unit. */
const linkInUnit = "/opt/partwright";

/** Answers the link that leads to the folder of the release. */
export async function installRelease(folder: string): Promise<string> {
  const link = join(await mkdtemp(join(tmpdir(), "shop releases ")), "current");
  await activate(link, folder);
  return link;
}

export async function unitCommand(link: string): Promise<string[]> {
  const unit = await readFile("deploy/partwright@.service", "utf8");
  const [, command = ""] = /^ExecStart=(.*)$/m.exec(unit) ?? [];
  return command.split(" ").map((word) => word.replace(linkInUnit, link));
}

/** In one step: there is no moment without a version. */
export async function activate(link: string, folder: string): Promise<void> {
  await symlink(folder, `${link} next`);
  await rename(`${link} next`, link);
}

const countOf = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].length;

/** As `systemctl reload` does, until the shop says that it is done. */
export async function deploy(shop: Shop): Promise<void> {
  const done = /Deployed: |Not deployed, /g;
  const before = countOf(shop.printed(), done);
  process.kill(shop.program().pid, "SIGUSR2");
  await expect.poll(() => countOf(shop.printed(), done), { timeout: 300_000 }).toBe(before + 1);
}

/** Of the last deploy. */
export async function workersOf(shop: Shop): Promise<number[]> {
  const tree = await findProcessTree(shop.program().pid);
  return tree.slice(1).filter((pid) => shop.printed().includes(`Process ${pid} took over`));
}

const customerCount = full ? 4 : 2;
/** A quick run leaves some of the machine to others. */
const usualPauseMs = full ? 0 : 30;

/** People browse, listen, order, pay and cancel until `work` is done. */
export async function useWhile(
  shop: Shop,
  work: (acknowledged: readonly Acknowledged[]) => Promise<void>,
  { timeoutMs = 10_000, pauseMs = usualPauseMs, request = shop.request } = {},
) {
  const recorded = recordFailures({ request }, timeoutMs);
  const part = await addPart(shop);
  const customers = await openCustomers(
    { ...recorded, cards: shop.cards },
    Array(customerCount).fill(part),
  );
  const { acknowledged } = customers[0];
  let [isOver, streams] = [false, 0];
  const over = () => isOver;
  const listening = [1, 2].map(() =>
    keepListening({ request }, over, { onStream: () => streams++ }),
  );
  const browsing = (async () => {
    while (!isOver) {
      for (const path of ["/", "/api/parts"]) await recorded.request(path).catch(() => {});
      await sleep(pauseMs);
    }
  })();
  const ordered = (more: number) =>
    expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(more);
  const buyAround = async () => {
    await ordered(5);
    await work(acknowledged);
    await ordered(acknowledged.length + 5);
  };
  const from = [place, place, payAndReport, cancelPaid];
  await whileBuying(customers, buyAround, { from, pauseMs }).finally(() => {
    isOver = true;
  });
  await Promise.all([...listening, browsing]);
  const { failed, answers } = recorded;
  return { failed, acknowledged, streams, answers: answers() };
}

export async function wrongAfter(
  shop: Shop,
  { acknowledged }: { acknowledged: readonly Acknowledged[] },
): Promise<string[]> {
  const findOthers = () => findViolations(shop, acknowledged);
  return (await waitUntilReconciled(shop, { findOthers })).wrong;
}
