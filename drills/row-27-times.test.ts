// Row 27: what can be learned from how long answers take, and who waits while passwords are
// guessed.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { connect } from "#server/platform/database/connect.ts";
import { createDatabase } from "#tests/create-database.ts";
import { openShop } from "#tests/open-shop.ts";
import { makeDataDir, startProgram } from "#tests/start-program.ts";
import { full, report } from "./drill.ts";
import { hammer } from "./hammer.ts";
import { auc, quantile, type Timed, timed } from "./measure.ts";
import { random, seed } from "./seed.ts";

/** In place of the product's own check, when a test says so: nobody is hashed for nobody. */
const known = vi.hoisted(() => ({ bad: false }));
vi.mock(import("#server/modules/identity/passwords.ts"), async (original) => {
  const actual = await original();
  const verifyPassword: typeof actual.verifyPassword = async (password, hash, client) =>
    known.bad && hash === null ? false : actual.verifyPassword(password, hash, client);
  return { ...actual, verifyPassword };
});

/** What a single answer may tell; the quick run is about gross differences. */
const within = full ? { least: 0.45, most: 0.55 } : { least: 0.25, most: 0.75 };
const people = 1_000;
const proxied = { PROXIES: "127.0.0.1" };

let strangers = 0;
/** A network that was never there before. */
function newAddress(): Record<string, string> {
  const number = strangers++;
  return { "x-forwarded-for": `${20 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}.9` };
}

const emailOf = (kind: "known" | "unknown", number: number) =>
  `person${String(number).padStart(4, "0")}@${kind === "known" ? "house" : "other"}.example`;

/** A thousand people, who have been here from a few browsers each. */
async function fillWithPeople(databaseUrl: string): Promise<void> {
  const { db, close } = connect(databaseUrl, { most: 1 });
  // Of the cost and length of any password's; of no password at all.
  const hash = `$argon2id$v=19$m=19456,t=2,p=1$${"A".repeat(22)}$${"A".repeat(43)}`;
  await db.execute(sql`insert into users (id, email, name, password_hash)
    select gen_random_uuid(), 'person' || lpad(n::text, 4, '0') || '@house.example', 'X', ${hash}
    from generate_series(0, ${people - 1}) n`);
  await db.execute(sql`insert into known_devices (token_hash, user_id, address_prefix, expires_at)
    select sha256(convert_to(id::text || n, 'utf8')), id, '10.0.' || n || '.0/24',
      now() + interval '100 days' from users, generate_series(1, 3) n`);
  await db.execute(sql`analyze`);
  await close();
}

/** Nobody has a try left. */
async function spendAllTries(databaseUrl: string): Promise<void> {
  const { db, close } = connect(databaseUrl, { most: 1 });
  for (const kind of ["known", "unknown"] as const) {
    for (let number = 0; number < people; number++) {
      const key = `password attempts from anywhere on ${emailOf(kind, number)}`;
      await db.execute(sql`insert into limits (key, times, until)
        values (${key}, array_fill(now(), array[10]), now() + interval '1 hour')
        on conflict (key) do update set times = excluded.times, until = excluded.until`);
    }
  }
  await close();
}

/** Where the product's own process answers: the program in the full run, else this one. */
async function open(databaseUrl: string): Promise<string> {
  if (!full || known.bad) return (await openShop({ databaseUrl, env: proxied })).url;
  return startProgram(await makeDataDir(), { DATABASE_URL: databaseUrl, ...proxied }).ready();
}

type Question = { path: string; body: object; status: number; pairs: number };

async function ask(url: string, kind: "known" | "unknown", number: number, question: Question) {
  const body = { email: emailOf(kind, number % people), ...question.body };
  return timed(url, "POST", question.path, { headers: newAddress(), body });
}

/** One and the other in turn, in random order, so that whatever else goes on befalls both. */
async function compare(url: string, question: Question) {
  const times = { known: [] as number[], unknown: [] as number[] };
  const kinds = ["known", "unknown"] as const;
  for (let number = 0; number < question.pairs; number++) {
    for (const kind of random() < 0.5 ? kinds : kinds.toReversed()) {
      const { status, milliseconds } = await ask(url, kind, number, question);
      expect(status).toBe(question.status);
      times[kind].push(milliseconds);
    }
  }
  return {
    auc: auc(times.known, times.unknown),
    middles: kinds.map((kind) => quantile(times[kind], 0.5)),
  };
}

const questions: Record<string, Question> = {
  "a wrong password": {
    path: "/api/identity/sign-in",
    body: { password: "a wrong horse" },
    status: 401,
    pairs: full ? 1_500 : 30,
  },
  "a forgotten one": {
    path: "/api/identity/forgotten",
    body: {},
    status: 200,
    pairs: full ? 3_000 : 30,
  },
  "one try too many": {
    path: "/api/identity/sign-in",
    body: { password: "a wrong horse" },
    status: 429,
    pairs: full ? 3_000 : 30,
  },
};

describe("row 27: known and unknown e-mails", () => {
  it.each(Object.keys(questions))(
    "are answered alike for %s",
    async (name) => {
      const question = questions[name] as Question;
      // A line for each letter is too much of it.
      vi.spyOn(console, "log").mockImplementation(() => {});
      const databaseUrl = await createDatabase();
      await fillWithPeople(databaseUrl);
      const url = await open(databaseUrl);
      if (question.status === 429) await spendAllTries(databaseUrl);
      for (let number = 0; number < 10; number++) await ask(url, "unknown", number, question);

      const answers = await Promise.all(
        (["known", "unknown"] as const).map((kind) => ask(url, kind, 20, question)),
      );
      const [one, other] = answers.map(whatItSays);
      expect(one).toEqual(other);

      const result = await compare(url, question);
      const alike = result.auc >= within.least && result.auc <= within.most;
      report({
        row: 27,
        check: `known against unknown e-mails: ${name}`,
        target: "the same answer; AUC of the times 0.45 to 0.55",
        figure: `AUC ${result.auc.toFixed(3)} of ${question.pairs} pairs, middles ${result.middles.map((ms) => ms.toFixed(2)).join(" and ")} ms`,
        pass: alike,
      });
      expect(alike, `AUC ${result.auc}, seed ${seed}`).toBe(true);
    },
    600_000,
  );

  it("would be told apart by a check that hashes for nobody only when there is somebody", async () => {
    known.bad = true;
    try {
      const databaseUrl = await createDatabase();
      await fillWithPeople(databaseUrl);
      const url = await open(databaseUrl);
      const question = { ...(questions["a wrong password"] as Question), pairs: 20 };
      expect((await compare(url, question)).auc).toBeGreaterThan(0.9);
    } finally {
      known.bad = false;
    }
  });
});

/** All of an answer but when it was made. */
function whatItSays({ status, text, headers }: Timed): unknown {
  const { date: _, ...others } = headers;
  return { status, text, headers: others };
}

describe("row 27: others, while passwords are guessed", () => {
  it("are served as before", async () => {
    const shop = startProgram(await makeDataDir(), proxied);
    const url = await shop.ready();
    const accounts = JSON.parse(await readFile(join(shop.dataDir, "demo-accounts.json"), "utf8"));
    const buyers = await openBuyers(url, accounts.customer);
    await watch(buyers, full ? 3_000 : 500);

    const rounds: { quiet: number[]; hammered: number[]; tries: number }[] = [];
    for (let round = 0; round < (full ? 30 : 1); round++) {
      const quiet = await watch(buyers, 1_000);
      const stop = hammer(url, accounts.customer.email);
      const hammered = await watch(buyers, 1_000);
      rounds.push({ quiet, hammered, tries: await stop() });
    }
    const p95 = (of: "quiet" | "hammered") => rounds.map((round) => quantile(round[of], 0.95));
    const ratios = rounds.map(
      (round) => quantile(round.hammered, 0.95) / quantile(round.quiet, 0.95),
    );
    const ratio = quantile(ratios, 0.5);
    report({
      row: 27,
      check: "buyers' p95 while sign-ins are hammered",
      target: "under twice its quiet value",
      figure: `${ratio.toFixed(2)} times (${quantile(p95("quiet"), 0.5).toFixed(1)} to ${quantile(p95("hammered"), 0.5).toFixed(1)} ms, ${rounds.length} rounds, ${rounds.reduce((sum, { tries }) => sum + tries, 0)} sign-ins)`,
      pass: ratio < 2,
    });
    expect(rounds.every(({ tries }) => tries > 10)).toBe(true);
    if (full) expect(ratio).toBeLessThan(2);
  }, 600_000);
});

describe("row 27: a known device, while 80 connections of one network guess", () => {
  it("signs in within a second", async () => {
    const shop = startProgram(await makeDataDir(), proxied);
    const url = await shop.ready();
    const accounts = JSON.parse(await readFile(join(shop.dataDir, "demo-accounts.json"), "utf8"));
    const home = { "x-forwarded-for": "198.51.100.7" };
    let cookie = "";
    const signIn = async () => {
      const headers = { ...home, cookie };
      const answer = await timed(url, "POST", "/api/identity/sign-in", {
        headers,
        body: accounts.customer,
      });
      expect(answer.status).toBe(200);
      const given = answer.headers["set-cookie"] as string[];
      cookie = given.map((line) => line.split(";")[0]).join("; ");
      return answer.milliseconds;
    };
    await signIn();
    const stop = hammer(url, "nobody@example.com", { connections: 80, network: "192.0.2" });
    const times: number[] = [];
    for (let number = 0; number < (full ? 50 : 5); number++) times.push(await signIn());
    const tries = await stop();

    const p95 = quantile(times, 0.95);
    report({
      row: 27,
      check: "sign-in at a known device while 80 connections of one network guess",
      target: "all answered 200, p95 under 1 s",
      figure: `${times.length} of ${times.length} answered 200, p95 ${p95.toFixed(0)} ms, ${tries} guesses meanwhile`,
      pass: p95 < 1_000,
    });
    expect(tries).toBeGreaterThan(80);
    if (full) expect(p95).toBeLessThan(1_000);
  }, 600_000);
});

type Buyer = () => Promise<Timed>;

/** One looks at pages of the catalogue that nobody has looked at, another at their profile. */
async function openBuyers(
  url: string,
  { email, password }: { email: string; password: string },
): Promise<Buyer[]> {
  const entered = await timed(url, "POST", "/api/identity/sign-in", { body: { email, password } });
  const cookie = (entered.headers["set-cookie"] as string[])
    .map((line) => line.split(";")[0])
    .join("; ");
  const parts = JSON.parse((await timed(url, "GET", "/api/parts")).text) as { _id: string }[];
  let page = 0;
  return [
    () => {
      const after = parts[page % parts.length]?._id;
      const limit = 1 + (Math.floor(page++ / parts.length) % 100);
      return timed(url, "GET", `/api/parts?limit=${limit}&after=${after}`);
    },
    () => timed(url, "GET", `/api/updateUser/${email}`, { headers: { cookie } }),
  ];
}

/** How long each of their answers took; all of them were served. */
async function watch(buyers: Buyer[], milliseconds: number): Promise<number[]> {
  const times: number[] = [];
  const until = performance.now() + milliseconds;
  const buy = async (buyer: Buyer) => {
    while (performance.now() < until) {
      const answer = await buyer();
      expect(answer.status).toBe(200);
      times.push(answer.milliseconds);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  await Promise.all(buyers.map(buy));
  return times;
}
