// Row 39: an hour of mixed load with a fault a minute; memory stays flat and the accounts balance.
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { openVisitor, type SignedIn } from "#tests/people.ts";
import { noisePicture, uploadPicture } from "#tests/pictures.ts";
import { pick, random, randomBelow, sample } from "#tests/random.ts";
import { findProcessTree, makeDataDir } from "#tests/start-program.ts";
import { startTcpPostgres } from "#tests/tcp-postgres.ts";
import { openCustomers, payAndReport, place, sendUntilAnswered, whileBuying } from "./customers.ts";
import { type DatabaseLink, openDatabaseLink } from "./database-link.ts";
import { findUnfinishedRefunds, findViolations } from "./find-violations.ts";
import { keepListening } from "./listen.ts";
import { addPart } from "./orders.ts";
import { waitUntilReconciled } from "./reconciliation.ts";
import { type RecordedShop, recordWrongResponses } from "./record-responses.ts";
import { full, report } from "./report.ts";
import { type Shop, startShop } from "./start-shop.ts";
import { quantile } from "./statistics.ts";

const minutes = Number(process.env.SOAK_MINUTES ?? 60);
const lengthMs = full ? minutes * 60_000 : 3_000;
/** A fault a minute; in a shorter run each kind once. */
const betweenMs = full ? Math.min(60_000, lengthMs / 6) : lengthMs / 2;
const faultMs = full ? Math.min(15_000, betweenMs / 2) : 500;
/** The later half holds at most so many times what the earlier half held. */
const maxGrowth = 1.1;
const refundedWithinMs = 5 * 60_000;

type Soaked = { shop: Shop; link: DatabaseLink; postgresDir: string; killed: number };

async function open(): Promise<Soaked> {
  const postgresDir = await makeDataDir("soaked ");
  const postgres = await startTcpPostgres({ dataDir: postgresDir });
  onTestFinished(postgres.stop);
  const link = await openDatabaseLink(postgres.url);
  const options = {
    databaseUrl: link.url,
    directDatabaseUrl: postgres.url,
    expectedComplaints: /./,
  };
  const shop = await startShop({ ...options, env: { WORKERS: "2" } });
  return { shop, link, postgresDir, killed: 0 };
}

/** The processes that serve, the oldest first. */
async function workersOf({ shop }: Pick<Soaked, "shop">): Promise<number[]> {
  const tree = (await findProcessTree(shop.program().pid)).slice(1);
  const read = (pid: number, file: string) =>
    readFile(`/proc/${pid}/${file}`, "utf8").catch(() => "");
  const processes = await Promise.all(
    tree.map(async (pid) => {
      const [command, stat] = [await read(pid, "cmdline"), await read(pid, "stat")];
      // By their start times: process ids are reused.
      const started = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19]);
      return { pid, started, serves: command.includes("server/main.ts") };
    }),
  );
  const serving = processes.filter(({ serves }) => serves);
  return serving.sort((one, other) => one.started - other.started).map(({ pid }) => pid);
}

const disturbances: Record<string, (soaked: Soaked) => Promise<unknown>> = {
  async "killed process"(soaked) {
    // Never the oldest, whose memory is measured.
    const youngest = (await workersOf(soaked)).slice(1).at(-1);
    if (youngest === undefined) return;
    process.kill(youngest, "SIGKILL");
    soaked.killed++;
  },
  async "killed PostgreSQL"({ postgresDir }) {
    const lockFile = join(postgresDir, "postgres", "postmaster.pid");
    process.kill(Number.parseInt(readFileSync(lockFile, "utf8"), 10), "SIGKILL");
  },
  async "provider away"({ shop }) {
    shop.cards.faults({ down: "refuse" });
    await sleep(faultMs);
    shop.cards.faults({ clear: true });
  },
  async "terminated back ends"({ shop }) {
    await shop.database.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where usename = current_user and pid <> pg_backend_pid()`);
  },
  async "silent connection"({ link }) {
    link.isSilent = true;
    await sleep(faultMs);
    link.isSilent = false;
    link.reset();
  },
};

async function disturbInTurn(soaked: Soaked): Promise<string[]> {
  const until = performance.now() + lengthMs;
  const done: string[] = [];
  let left: [string, (soaked: Soaked) => Promise<unknown>][] = [];
  for (;;) {
    await sleep(betweenMs);
    if (performance.now() + betweenMs / 2 > until) return done;
    if (left.length === 0) left = sample(Object.entries(disturbances), 9);
    const [name, disturb] = left.pop() ?? ["", async () => {}];
    done.push(name);
    await disturb(soaked);
  }
}

const activities = { looked: 0, signedIn: 0, reviewed: 0, uploaded: 0, events: 0 };

function keepBusy(
  shop: RecordedShop,
  [first, second]: [SignedIn, SignedIn],
  isOver: () => boolean,
) {
  const done = { ...activities };
  const pauseMs = full ? 1_000 : 100;
  const requests = (person: SignedIn) => ({ person, cutOff: [], open: new Set<symbol>() });
  const count = (what: keyof typeof done, status: number) => {
    if (status === 200) done[what]++;
  };
  const look = async () =>
    count(
      "looked",
      (await shop.request(pick(["/", "/login", "/api/parts", "/api/reviews"]))).status,
    );
  const signInAgain = async () => {
    const person = { ...openVisitor(shop) } as SignedIn;
    const { email, password } = first;
    const path = "/api/identity/sign-in";
    count(
      "signedIn",
      (await sendUntilAnswered(requests(person), "POST", path, { email, password })).status,
    );
    await sendUntilAnswered(requests(person), "POST", "/api/identity/sign-out");
  };
  const review = async () => {
    const description = `Fits well, ${crypto.randomUUID()}`;
    const written = { name: second.user.name, ratting: randomBelow(6), img: "", description };
    count(
      "reviewed",
      (await sendUntilAnswered(requests(second), "POST", "/api/reviews", written)).status,
    );
  };
  const sendPicture = async () => {
    const picture = await noisePicture(60 + randomBelow(200), 60)
      .jpeg()
      .toBuffer();
    count("uploaded", (await uploadPicture(first, picture)).status);
  };
  const repeat = async (work: () => Promise<void>, pause: number) => {
    while (!isOver()) {
      await work().catch((error) => {
        if (!(error instanceof TypeError || error instanceof DOMException)) throw error;
      });
      await sleep(pause * (0.5 + random()));
    }
  };
  const onEvent = () => done.events++;
  const all = Promise.all([
    ...[look, look].map((each) => repeat(each, pauseMs / 4)),
    repeat(signInAgain, pauseMs * 2),
    repeat(review, pauseMs),
    repeat(sendPicture, pauseMs * 4),
    ...[1, 2].map(() => keepListening(shop, isOver, { onEvent, pauseMs })),
  ]);
  return all.then(() => done);
}

async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1_024;
}

function sampleMemory(pid: number, everyMs: number): () => number[] {
  const samples: number[] = [];
  const sample = () =>
    void memoryOf(pid).then(
      (mb) => samples.push(mb),
      () => {},
    );
  const sampling = setInterval(sample, everyMs);
  onTestFinished(() => clearInterval(sampling));
  return () => {
    clearInterval(sampling);
    return samples;
  };
}

function growthOf(samples: readonly number[]): number {
  // What is loaded at first is no growth.
  const warm = samples.slice(Math.ceil(samples.length / 5));
  const half = Math.floor(warm.length / 2);
  return quantile(warm.slice(half), 0.5) / quantile(warm.slice(0, half), 0.5);
}

function tenthsOf(samples: readonly number[]): number[] {
  const at = (tenth: number) => (tenth * samples.length) / 10;
  return Array.from({ length: 10 }, (_, tenth) =>
    Math.round(quantile(samples.slice(at(tenth), at(tenth + 1)), 0.5)),
  );
}

function unhandledIn(log: string, killed: number): string[] {
  const lines = (pattern: RegExp) => log.split("\n").filter((line) => pattern.test(line));
  const ended = lines(/Process \d+ of the shop ended/);
  return [...lines(/an unexpected error|unhandled ?rejection/i), ...ended.slice(killed)];
}

async function soak(soaked: Soaked) {
  const { shop } = soaked;
  const recorded = recordWrongResponses(shop);
  const part = await addPart(shop, { availablQuantity: 10_000_000 });
  const customers = await openCustomers({ ...recorded, cards: shop.cards }, [part, part, part]);
  const [{ person: first, acknowledged }, { person: second } = customers[0]] = customers;
  const [oldest = 0] = await workersOf(soaked);
  const stopSampling = sampleMemory(oldest, full ? 1_000 : 200);
  let isOver = false;
  const busy = keepBusy(recorded, [first, second], () => isOver);
  // In the full size they take their time: an hour shows what piles up, not what the machine bears.
  const buying = full ? { pauseMs: 2_000 } : { from: [place, payAndReport] };
  const disturbed = await whileBuying(customers, () => disturbInTurn(soaked), buying);
  isOver = true;
  const done = await busy;
  const samples = stopSampling();
  expect(await workersOf(soaked), "the measured process is still there").toContain(oldest);
  const { wrong } = await waitUntilReconciled(shop, {
    withinMs: full ? refundedWithinMs : 60_000,
    findOthers: async () => [
      ...(await findViolations(shop, acknowledged)),
      ...(full ? await findUnfinishedRefunds(shop) : []),
    ],
  });
  const unhandled = unhandledIn(shop.printed(), soaked.killed);
  // Connections to a killed process break; whoever is answered must be answered honestly.
  const wrongResponses = recorded.wrongResponses.filter((line) => /: 5\d\d /.test(line));
  return {
    done,
    disturbed,
    orders: acknowledged.length,
    samples,
    wrong,
    unhandled,
    wrongResponses,
  };
}

describe("row 39: an hour of everything", () => {
  it("holds no more memory, handles every error and balances", async () => {
    const { done, disturbed, orders, samples, wrong, unhandled, wrongResponses } = await soak(
      await open(),
    );
    const growth = growthOf(samples);
    report({
      check: `${minutes} minutes of mixed load, ${disturbed.length} faults`,
      target: `memory flat (at most ${maxGrowth} ×), 0 unhandled rejections, the account balances`,
      figure: `${orders} orders, ${done.looked} looks, ${done.signedIn} sign-ins, ${done.reviewed} reviews, ${done.uploaded} pictures, ${done.events} live events; memory ${growth.toFixed(2)} × (${tenthsOf(samples).join(", ")} MB), disturbed by ${disturbed}`,
      faults: [...wrong, ...unhandled, ...wrongResponses],
      // In a few minutes, much is still loaded for the first time.
      pass: growth <= maxGrowth || minutes < 10,
    });
    expect(disturbed).not.toEqual([]);
    for (const [what, count] of Object.entries(done)) expect(count, what).toBeGreaterThan(0);
  });

  it("negative control: a leak of a little more than 1 MB a minute is found in an hour", () => {
    const hourOf = (mbPerMinute: number) =>
      Array.from({ length: 3_600 }, (_, second) => {
        return 260 + (mbPerMinute * second) / 60 + 10 * (random() - 0.5);
      });
    expect(growthOf(hourOf(1.4))).toBeGreaterThan(maxGrowth);
    expect(growthOf(hourOf(0))).toBeLessThan(maxGrowth);
  });

  it("negative control: a leak and an unhandled rejection are found", async () => {
    const shop = await startShop({ faults: ["leakAndReject"], expectedComplaints: /./ });
    const stopSampling = sampleMemory(shop.program().pid, 50);
    await shop.program().ended;
    expect(growthOf(stopSampling())).toBeGreaterThan(maxGrowth);
    expect(unhandledIn(shop.printed(), 0)).not.toEqual([]);
  });
});
