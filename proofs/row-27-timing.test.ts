// Row 27: what the time of an answer reveals, and who waits while passwords are guessed.
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { aPart } from "#seed/builders.ts";
import { signUp } from "#tests/people.ts";
import { random } from "#tests/random.ts";
import { type LoadRequest, loadInBackground } from "./background-load.ts";
import { addPart } from "./orders.ts";
import { cookieOf } from "./people.ts";
import { control, full, report } from "./report.ts";
import { sendJson, type TimedResponse } from "./send-request.ts";
import { type Shop, startShop } from "./start-shop.ts";
import { auc, quantile } from "./statistics.ts";

/** The quick size is about gross differences. */
const aucRange = full ? { min: 0.45, max: 0.55 } : { min: 0.25, max: 0.75 };
const accountCount = 1_000;
const env = { PROXIES: "127.0.0.1" };
const accounts = [...Array(accountCount).keys()];
const kinds = ["known", "unknown"] as const;
const signInPath = "/api/identity/sign-in";

type Kind = "known" | "unknown";
type Question = { path: string; body: object; status: number; pairs: number };

let networks = 0;
/** In a network from which nobody has come before. */
function newNetwork(): Record<string, string> {
  const number = networks++;
  return { "x-forwarded-for": `${20 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}.9` };
}

const emailOf = (kind: Kind, number: number) =>
  `person${String(number).padStart(4, "0")}@${kind === "known" ? "house" : "other"}.example`;

async function startWithAccounts(planted: readonly string[] = []): Promise<Shop> {
  const shop = await startShop({ env, faults: planted });
  const hash = `$argon2id$v=19$m=19456,t=2,p=1$${"A".repeat(22)}$${"A".repeat(43)}`;
  await shop.database.query(
    `insert into users (id, email, name, password_hash)
    select gen_random_uuid(), 'person' || lpad(n::text, 4, '0') || '@house.example', 'X', $1
    from generate_series(0, $2::int) n`,
    [hash, accountCount - 1],
  );
  await shop.database.query(`insert into known_devices
      (token_hash, user_id, address_prefix, expires_at)
    select sha256(convert_to(id::text || n, 'utf8')), id, '10.0.' || n || '.0/24',
      now() + interval '100 days' from users, generate_series(1, 3) n`);
  await shop.database.query("analyze");
  return shop;
}

/** After the first guess at an account, all guesses at all accounts count as used up. */
async function spendGuesses(shop: Shop, question: Question): Promise<void> {
  await send(shop, "known", 0, question);
  const rows = await shop.database.query(
    `insert into limits (key, times, until)
    select replace(key, $1, email), array_fill(now(), array[10]), now() + interval '1 hour'
    from limits, unnest($2::text[]) email where key like '%' || $1
    on conflict (key) do update set times = excluded.times, until = excluded.until
    returning key`,
    [emailOf("known", 0), kinds.flatMap((kind) => accounts.map((at) => emailOf(kind, at)))],
  );
  expect(rows).toHaveLength(2 * accountCount);
}

function send(
  { url }: Shop,
  kind: Kind,
  number: number,
  question: Question,
): Promise<TimedResponse> {
  const body = { email: emailOf(kind, number % accountCount), ...question.body };
  return sendJson(url, "POST", question.path, { headers: newNetwork(), body });
}

/** Both kinds in turn, in random order, so that whatever else goes on affects both. */
async function compare(shop: Shop, question: Question) {
  const times: Record<Kind, number[]> = { known: [], unknown: [] };
  for (let number = 0; number < question.pairs; number++) {
    for (const kind of random() < 0.5 ? kinds : kinds.toReversed()) {
      const { status, milliseconds } = await send(shop, kind, number, question);
      expect(status).toBe(question.status);
      times[kind].push(milliseconds);
    }
  }
  return {
    auc: auc(times.known, times.unknown),
    medians: kinds.map((kind) => quantile(times[kind], 0.5).toFixed(2)),
  };
}

const wrongPassword = { path: signInPath, body: { password: "a wrong horse" } };
const questions: Record<string, Question> = {
  "a wrong password": { ...wrongPassword, status: 401, pairs: full ? 1_500 : 30 },
  "a forgotten password": {
    path: "/api/identity/forgotten",
    body: {},
    status: 200,
    pairs: full ? 3_000 : 30,
  },
  "one guess too many": { ...wrongPassword, status: 429, pairs: full ? 3_000 : 30 },
};

describe("row 27: known and unknown e-mails", () => {
  it.each(Object.entries(questions))("get the same answer to %s", async (name, question) => {
    const shop = await startWithAccounts();
    if (question.status === 429) await spendGuesses(shop, question);
    for (let number = 0; number < 10; number++) await send(shop, "unknown", number, question);

    const contentOf = ({ status, text, headers: { date: _, ...headers } }: TimedResponse) => ({
      status,
      text,
      headers,
    });
    const known = contentOf(await send(shop, "known", 20, question));
    expect(known).toEqual(contentOf(await send(shop, "unknown", 20, question)));

    const { auc: found, medians } = await compare(shop, question);
    const isAlike = found >= aucRange.min && found <= aucRange.max;
    report({
      check: `known against unknown e-mails: ${name}`,
      target: "the same answer; AUC of the times 0.45 to 0.55",
      figure: `AUC ${found.toFixed(3)} of ${question.pairs} pairs, medians ${medians.join(" and ")} ms`,
      faults: isAlike ? [] : [found],
    });
  });

  it("negative control: a shop that hashes only for known e-mails is found out", async () => {
    const shop = await startWithAccounts(["skipHashOfUnknown"]);
    const question = { ...wrongPassword, status: 401, pairs: 20 };
    expect((await compare(shop, question)).auc).toBeGreaterThan(0.9);
  });
});

/** Half of the guesses are at that account, half at any, of which each is hashed. */
function guesses(email: string | undefined, network?: string): LoadRequest[] {
  return Array.from({ length: 40_000 }, (_, number) => {
    const anyNetwork = `${20 + (number % 200)}.${(number >> 8) & 255}.${number & 255}`;
    return {
      method: "POST",
      path: signInPath,
      headers: { "x-forwarded-for": network ? `${network}.${number % 200}` : `${anyNetwork}.9` },
      body: {
        email: (number % 2 === 0 && email) || `somebody${number}@example.com`,
        password: `guess ${number}`,
      },
    };
  });
}

async function whileGuessing(
  shop: Shop,
  email: string | undefined,
  work: () => Promise<void>,
  { connections = 16, network = "" } = {},
) {
  const requests = guesses(email, network || undefined);
  const stop = loadInBackground({ url: shop.url, requests, connections });
  await work();
  const { statuses } = await stop();
  expect(Object.keys(statuses).filter((status) => !["401", "429", "503"].includes(status))).toEqual(
    [],
  );
  return Object.values(statuses).reduce((sum, count) => sum + count, 0);
}

describe("row 27: while passwords are guessed", () => {
  it("others are served as before", async () => {
    const shop = await startShop({ env });
    const person = await signUp(shop);
    const parts: string[] = [];
    while (parts.length < 12)
      parts.push((await addPart(shop, aPart({ name: `Part ${parts.length}` }))).id);
    let page = 0;
    const buyers = [
      // Pages of the catalogue that are in no cache.
      () => {
        const limit = 1 + (Math.floor(page / parts.length) % 100);
        return sendJson(
          shop.url,
          "GET",
          `/api/parts?limit=${limit}&after=${parts[page++ % parts.length]}`,
        );
      },
      () =>
        sendJson(shop.url, "GET", `/api/updateUser/${person.email}`, { headers: cookieOf(person) }),
    ];
    const measure = async (ms: number) => {
      const times: number[] = [];
      const until = performance.now() + ms;
      await Promise.all(
        buyers.map(async (buyer) => {
          while (performance.now() < until) {
            const { status, milliseconds } = await buyer();
            expect(status).toBe(200);
            times.push(milliseconds);
            await sleep(5);
          }
        }),
      );
      return quantile(times, 0.95);
    };
    await measure(full ? 3_000 : 500);
    const rounds: { quiet: number; loaded: number; ratio: number }[] = [];
    let guessed = 0;
    for (let round = 0; round < (full ? 30 : 1); round++) {
      const quiet = await measure(1_000);
      let loaded = 0;
      const count = await whileGuessing(shop, person.email, async () => {
        loaded = await measure(1_000);
      });
      expect(count).toBeGreaterThan(10);
      guessed += count;
      rounds.push({ quiet, loaded, ratio: loaded / quiet });
    }
    const median = (of: "quiet" | "loaded" | "ratio") =>
      quantile(
        rounds.map((round) => round[of]),
        0.5,
      );
    report({
      check: "buyers' p95 while sign-ins are hammered",
      target: "under twice its quiet value",
      figure: `${median("ratio").toFixed(2)} times (${median("quiet").toFixed(1)} to ${median("loaded").toFixed(1)} ms, ${rounds.length} rounds, ${guessed} sign-ins)`,
      pass: median("ratio") < 2,
    });
  });

  it("by 80 connections of one network, a known browser signs in within a second", async () => {
    const { times, guessed, statuses } = await signInMeanwhile(full ? 50 : 5);
    const p95 = quantile(times, 0.95);
    report({
      check: "sign-in at a known device while 80 connections of one network guess",
      target: "all answered 200, p95 under 1 s",
      figure: `${times.length} sign-ins, p95 ${p95.toFixed(0)} ms, ${guessed} guesses meanwhile`,
      faults: statuses.filter((status) => status !== 200),
      pass: p95 < 1_000,
    });
    expect(guessed).toBeGreaterThan(80);
  });

  control("which takes longer where all wait in one line", async () => {
    const { times } = await signInMeanwhile(3, ["hashInOneLine"]);
    expect(quantile(times, 0.95)).toBeGreaterThan(1_000);
  });
});

/** In a known browser elsewhere. */
async function signInMeanwhile(count: number, faults: readonly string[] = []) {
  const shop = await startShop({ env, faults });
  const { email, password, send } = await signUp(shop, {
    headers: { "x-forwarded-for": "198.51.100.7" },
  });
  const times: number[] = [];
  const statuses: number[] = [];
  const network = { connections: 80, network: "192.0.2" };
  const signIn = async () => {
    await expect.poll(() => countTries(shop), { interval: 10 }).toBeGreaterThanOrEqual(80);
    while (times.length < count) {
      const started = performance.now();
      statuses.push((await send("POST", signInPath, { email, password })).status);
      times.push(performance.now() - started);
    }
  };
  const guessed = await whileGuessing(shop, undefined, signIn, network);
  return { times, statuses, guessed };
}

async function countTries({ database }: Shop): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    "select coalesce(max(cardinality(times)), 0) as count from limits where key like '%192.0.2.0/24'",
  );
  return row?.count ?? 0;
}
