// Each address is read from processes that keep answers, before and after each change, and compared
// with what a process says that keeps none.
import type { Change } from "./changes.ts";
import { type Answer, readFrom, type Twin } from "./twin.ts";
import type { World } from "./world.ts";

const atOnce = 8;

export type Compared = {
  comparisons: number;
  /** Answers that a change has changed. */
  changed: number;
  /** Changes that could not be made. */
  failed: string[];
  /** "hide a part: /api/catalogue" */
  stale: string[];
  /** After a change, until the last answer was begun that was still as before. */
  slowestMs: number;
};

type Setting = {
  world: World;
  twin: Twin;
  urls: readonly string[];
  /** After a change; what is another answer then is so for ever. Meanwhile, all are read again and again. */
  settle: () => Promise<void>;
};

type Timed = Answer & { at: number };
type Answers = ReadonlyMap<string, Timed>;

export async function compareAfter(
  { world, twin, urls, settle }: Setting,
  changes: readonly Change[],
  addresses: readonly string[],
): Promise<Compared> {
  const found: Compared = { comparisons: 0, changed: 0, failed: [], stale: [], slowestMs: 0 };
  const readTwin = () => {
    twin.forget();
    return readAll(addresses, twin.read);
  };
  const readKept = () =>
    Promise.all(urls.map((url) => readAll(addresses, (path) => readFrom(url, path))));
  let before = await readTwin();
  await readKept();
  for (const { name, make } of changes) {
    try {
      await make(world);
    } catch (error) {
      found.failed.push(`${name}: ${error instanceof Error ? error.message : error}`);
      continue;
    }
    const changedAt = performance.now();
    const rounds = await readMeanwhile(settle(), readKept);
    const after = await readTwin();
    for (const path of addresses) {
      const isOther = (answers: Answers | undefined) =>
        !isSame(answers?.get(path), after.get(path));
      if (isOther(before)) found.changed++;
      for (const at of urls.keys()) {
        const isStale = isOther(rounds.at(-1)?.[at]);
        const last =
          rounds.findLast((round) => isOther(round[at]))?.[at]?.get(path)?.at ?? changedAt;
        if (isStale) found.stale.push(`${name}: ${path}`);
        else found.slowestMs = Math.max(found.slowestMs, last - changedAt);
      }
    }
    found.comparisons += addresses.length * urls.length;
    before = after;
  }
  return found;
}

/** The last time when it has settled. */
async function readMeanwhile<Round>(
  settled: Promise<void>,
  read: () => Promise<Round>,
): Promise<Round[]> {
  let isSettled = false;
  const settling = settled.then(() => {
    isSettled = true;
  });
  const rounds: Round[] = [];
  while (!isSettled) rounds.push(await read());
  await settling;
  return [...rounds, await read()];
}

async function readAll(
  addresses: readonly string[],
  read: (path: string) => Promise<Answer>,
): Promise<Answers> {
  const answers = new Map<string, Timed>();
  const left = [...addresses];
  const readNext = async () => {
    for (let path = left.pop(); path !== undefined; path = left.pop()) {
      const at = performance.now();
      answers.set(path, { ...(await read(path)), at });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, readNext));
  return answers;
}

function isSame(one: Answer | undefined, other: Answer | undefined): boolean {
  return (
    one?.status === other?.status && one?.location === other?.location && one?.body === other?.body
  );
}
