// Row 45: one person on one network takes all they may; others go on as usual.
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { orderRequest, type StockedPart } from "#tests/orders.ts";
import { openVisitor, type SignedIn, signUp } from "#tests/people.ts";
import { noisePicture, uploadPicture } from "#tests/pictures.ts";
import { startArguments } from "../scripts/start-command.ts";
import { lettersOf } from "./letters.ts";
import { addPart } from "./orders.ts";
import { control, full, report } from "./report.ts";
import { type Shop, startShop } from "./start-shop.ts";
import { quantile } from "./statistics.ts";

const peopleCount = full ? 25 : 3;
const timesEach = 4;
/** The process may have so many files open; half of them may be live connections. */
const files = full ? 2_000 : 300;
const piecesEach = 50;
const stock = 1_000;
const pauseMs = 50;

const from = (address: string) => ({ "x-forwarded-for": address });
const greedyAddress = "198.51.100.7";
const othersAddress = (at: number) => `203.0.${at}.9`;

type Other = SignedIn & { headers: Record<string, string> };
type World = {
  shop: Shop;
  part: StockedPart;
  greedy: SignedIn;
  others: Other[];
  faults: string[];
  streams: Response[];
};

async function open(faults: readonly string[] = []): Promise<World> {
  const limited = ["sh", "-c", `ulimit -n ${files} && exec "$0" "$@"`, process.execPath];
  const shop = await startShop({
    command: [...limited, ...startArguments],
    faults,
    expectedComplaints: /./,
    env: { PROXIES: "127.0.0.1", RATE_LIMIT_FACTOR: "1" },
  });
  const part = await addPart(shop, { availablQuantity: stock });
  const greedy = await signUp(shop, { headers: from(greedyAddress) });
  const others: Other[] = [];
  for (let at = 0; at < peopleCount; at++) {
    const headers = from(othersAddress(at));
    others.push({ ...(await signUp(shop, { headers })), headers });
  }
  await shop.database.query("update users set email_verified_at = now()");
  return { shop, part, greedy, others, faults: [], streams: [] };
}

/** Opens a stream that stays open; answers its status. */
async function listen(
  { shop, faults, streams }: World,
  headers: Record<string, string>,
  name = "",
) {
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  const stream = await fetch(`${shop.url}/api/live`, { headers, signal: leaving.signal });
  streams.push(stream);
  const { status } = stream;
  if (name && status !== 200) faults.push(`${name}: ${status}`);
  return status;
}

const ways: Record<string, (world: World, other: Other) => Promise<void>> = {
  async order({ part, faults }, other) {
    const { status } = await other.send("POST", "/api/orders", orderRequest(other, part));
    if (status !== 200) faults.push(`An order: ${status}`);
  },
  async signIn({ shop, faults }, { email, password, headers }) {
    const browser = openVisitor(shop, headers);
    const sent = await browser.send("POST", "/api/identity/sign-in", { email, password });
    if (sent.status !== 200) faults.push(`Signing in: ${sent.status}`);
  },
  live: async (world, { headers }) => void (await listen(world, headers, "A live connection")),
};

async function receiveLetter({ shop }: World, { email, headers }: Other): Promise<void> {
  const letters = async () =>
    (await lettersOf(shop)).filter((text) => text.includes(`To: ${email}`) && /reset#/.test(text));
  const before = (await letters()).length;
  await openVisitor(shop, headers).send("POST", "/api/identity/forgotten", { email });
  await expect.poll(async () => (await letters()).length, { interval: 10 }).toBe(before + 1);
}

/** The 95th percentile of each way, in milliseconds. */
async function measure(world: World): Promise<Record<string, number>> {
  const times: Record<string, number[]> = {};
  const time = async (name: string, work: () => Promise<void>) => {
    const started = performance.now();
    await work();
    times[name] = [...(times[name] ?? []), performance.now() - started];
  };
  for (const other of world.others) {
    for (let round = 0; round < timesEach; round++)
      for (const [name, way] of Object.entries(ways)) await time(name, () => way(world, other));
    await time("letter", () => receiveLetter(world, other));
  }
  return Object.fromEntries(
    Object.entries(times).map(([name, all]) => [name, quantile(all, 0.95)]),
  );
}

/** Stock, mail, sign-in, log and pictures, again and again. */
async function takeAll({ shop, greedy, part }: World, isOver: () => boolean): Promise<void> {
  const picture = await noisePicture().jpeg().toBuffer();
  const { email } = greedy;
  const stranger = openVisitor(shop, from(greedyAddress));
  const takes: (() => Promise<unknown>)[] = [
    () => greedy.send("POST", "/api/orders", orderRequest(greedy, part, { quantity: piecesEach })),
    () => stranger.send("POST", "/api/identity/forgotten", { email }),
    () => stranger.send("POST", "/api/identity/sign-in", { email, password: "a wrong one" }),
    () => stranger.send("POST", "/api/browser-reports", { "csp-report": { "blocked-uri": "x" } }),
    () => uploadPicture(greedy, picture),
  ];
  for (let at = 0; !isOver(); at++) {
    // Their own connections may be closed, too.
    await takes[at % takes.length]?.().catch(() => {});
    await sleep(pauseMs);
  }
}

async function measureBeside(world: World) {
  let isOver = false;
  const taking = takeAll(world, () => isOver);
  // So many at once that the shop closes some without an answer.
  const streams = Array.from({ length: files }, () =>
    listen(world, from(greedyAddress)).catch(() => "closed"),
  );
  const opened = (await Promise.all(streams)).filter((status) => status === 200).length;
  const meanwhile = await measure(world).finally(() => {
    isOver = true;
  });
  await taking;
  const [held] = await world.shop.database.query<{ orders: number; pieces: number }>(
    `select count(*)::int as orders, coalesce(sum(quantity), 0)::int as pieces
    from reservations where user_id = $1`,
    [world.greedy.user._id],
  );
  return { meanwhile, opened, held };
}

describe("row 45: one person takes all they may", () => {
  it("and others order, sign in, listen and get letters as usual", async () => {
    const world = await open();
    const before = await measure(world);
    const { meanwhile, opened, held } = await measureBeside(world);
    const factors = Object.entries(meanwhile).map(([name, p95]) => {
      return { name, p95, factor: p95 / (before[name] ?? p95) };
    });
    const figures = factors.map(({ name, p95, factor }) => {
      return `${name} ${p95.toFixed(1)} ms (${factor.toFixed(2)} times)`;
    });
    report({
      check: "one person on one network takes all they may",
      target: "others order, sign in, listen and get letters at p95 under twice the usual",
      figure: `${opened} live connections, ${held?.pieces} pieces in ${held?.orders} orders held; p95 of others: ${figures.join(", ")}`,
      faults: world.faults,
      pass: factors.every(({ factor }) => factor < 2),
    });
    // A fiftieth of half of the files.
    expect(opened).toBe(Math.ceil(files / 100));
    expect(held?.pieces).toBeLessThanOrEqual(500);
  });

  control("keeps others out where who comes first holds all live connections", async () => {
    const world = await open(["noShares"]);
    await measureBeside(world);
    expect(world.faults).toContain("A live connection: 503");
  });
});
