// Row 46: processes are killed each second while things change; each change has its effects.
import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { startMailServer } from "#tests/mail-server.ts";
import type { SignedIn } from "#tests/people.ts";
import { pick } from "#tests/random.ts";
import { findProcessTree, makeDataDir, type Program, runProgram } from "#tests/start-program.ts";
import {
  type Customer,
  cancelPaid,
  openCustomers,
  payAndReport,
  place,
  sendUntilAnswered,
  whileBuying,
} from "./customers.ts";
import { addPart, adminOf } from "./orders.ts";
import { plantFaults, withFault } from "./plant-faults.ts";
import { recordFailures } from "./record-responses.ts";
import { control, full, report } from "./report.ts";
import { type Shop, startShop } from "./start-shop.ts";

const wantedChanges = full ? Number(process.env.CHANGES ?? 10_000) : 300;
const killEveryMs = 1_000;
const requestTimeoutMs = 5_000;
const editorCount = 4;
const consumerNames = ["audit", "search"];
const consumerProgram = ["server/consume-outbox.ts"];
/** Seconds for each event, so that kills come in between. */
const pause = "0.005";
/** A process that dies may have sent this many letters without recording it. */
const lettersAtOnce = 4;
/** What consumers have left when the last change is made. */
const handledWithinMs = full ? 300_000 : 60_000;
/** A killed process holds its letters for the time of a lease. */
const sentWithinMs = 180_000;

type Prices = { id: string; cents: number }[];

/** Two processes for each consumer: one takes over from the other. */
class Consumers {
  readonly #start: (name: string) => Program;
  readonly #running: { name: string; program: Program }[];

  constructor(folder: string, url: string, dataDir: string) {
    this.#start = (name) =>
      runProgram(process.execPath, [...consumerProgram, url, name, pause], dataDir, {}, folder);
    this.#running = [...consumerNames, ...consumerNames].map((name) => ({
      name,
      program: this.#start(name),
    }));
  }

  ready = () => Promise.all(this.#running.map(({ program }) => program.ready()));

  /** Of those that have begun: on a busy machine a start takes longer than the next kill. */
  async killOne(): Promise<number> {
    const begun = this.#running.filter(({ program }) => program.said().includes("Ready: "));
    if (begun.length === 0) return 0;
    const one = pick(begun);
    one.program.child.kill("SIGKILL");
    await one.program.ended;
    one.program = this.#start(one.name);
    return 1;
  }
}

/** Kills a process of the shop while another serves. A killed one may be listed for a while. */
async function killWorker(shop: Shop, killed: Set<number>): Promise<number> {
  const [, ...listed] = await findProcessTree(shop.program().pid);
  const serving = listed.filter(
    (pid) => !killed.has(pid) && shop.printed().includes(`Serving: ${pid}\n`),
  );
  if (serving.length < 2) return 0;
  const chosen = pick(serving);
  killed.add(chosen);
  try {
    process.kill(chosen, "SIGKILL");
    return 1;
  } catch {
    // It has ended since it was listed.
    return 0;
  }
}

async function sayWhoServes(folder: string): Promise<void> {
  const file = join(folder, "server/run-shop.ts");
  const text = "await app.listen({ port: env.PORT, host: env.HOST });";
  const replacement = '$&\n    console.log("Serving:", process.pid);';
  const source = await readFile(file, "utf8");
  await writeFile(file, withFault(source, { file, text, replacement }));
}

/** With every letter and effect noted, and no limit of letters to a mailbox. */
async function open(faults: readonly string[]) {
  const folder = await plantFaults(faults);
  await sayWhoServes(folder);
  await cp("tests/consume-outbox.ts", join(folder, "server/consume-outbox.ts"));
  const mail = await startMailServer();
  const env = { WORKERS: "2", SMTP_URL: mail.url };
  const shop = await startShop({ folder, env, expectedComplaints: /./ });
  await shop.database.query(`
    create table effects (consumer text, event bigint);
    create table queued (id uuid, kind text, about uuid);
    create function note_letter() returns trigger language plpgsql as $$ begin
      insert into queued values (new.id, new.payload->>'kind', (new.payload->>'about')::uuid);
      return null; end $$;
    create trigger noted after insert on jobs
      for each row when (new.kind = 'letter') execute function note_letter();
    create function forget() returns trigger language plpgsql as
      $$ begin new.times = '{}'; return new; end $$;
    create trigger unlimited before insert or update on limits
      for each row execute function forget()`);
  const consumers = new Consumers(folder, shop.database.url, await makeDataDir());
  await consumers.ready();
  return { shop, mail, consumers, since: await readNewest(shop) };
}

/** Each price is told once in a part's life, so each acknowledged change is one event. */
async function keepEditing(
  customer: Pick<Customer, "person" | "cutOff" | "open">,
  part: Prices[number],
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    const price = (part.cents + 1) / 100;
    const answer = await sendUntilAnswered(customer, "PATCH", `/api/parts/${part.id}`, { price });
    if (answer.status !== 200) throw new Error(`The price was answered ${answer.status}`);
    part.cents++;
  }
}

const changesOf = (parts: Prices, [{ acknowledged }]: [Customer, ...Customer[]]) =>
  parts.reduce((sum, { cents }) => sum + cents - firstCents, 0) +
  acknowledged.reduce((sum, { said }) => sum + (said === "placed" ? 1 : 2), 0);
const firstCents = 4_550;

type Letter = { id: string; kind: string; about: string };
const readLetters = ({ database }: Shop) =>
  database.query<Letter>("select id, kind, about from queued");

const waitUntilSent = ({ database }: Shop, letters: readonly Letter[]) =>
  expect
    .poll(
      () =>
        database.query("select from jobs where kind = 'letter' and id = any($1)", [
          letters.map(({ id }) => id),
        ]),
      { timeout: sentWithinMs, interval: 500 },
    )
    .toEqual([]);

async function killWhileTheyChange(
  { shop, consumers }: Awaited<ReturnType<typeof open>>,
  admin: SignedIn,
  parts: Prices,
  customers: [Customer, ...Customer[]],
) {
  const kills = { workers: 0, consumers: 0 };
  const killed = new Set<number>();
  let isOver = false;
  const shared = { person: admin, cutOff: customers[0].cutOff, open: customers[0].open };
  const editing = Promise.all(parts.map((part) => keepEditing(shared, part, () => isOver)));
  const killing = async () => {
    while (changesOf(parts, customers) < wantedChanges || kills.workers === 0) {
      await sleep(killEveryMs);
      kills.workers += await killWorker(shop, killed);
      kills.consumers += await consumers.killOne();
    }
  };
  const from = [place, payAndReport, cancelPaid];
  await whileBuying(customers, killing, { from }).finally(() => {
    isOver = true;
  });
  await editing;
  return kills;
}

type Span = { since: string; until: string };

async function readNewest({ database }: Shop): Promise<string> {
  const [newest] = await database.query<{ id: string }>(
    "select coalesce(max(id), 0) as id from outbox",
  );
  return newest?.id ?? "0";
}

async function findWrongEffects({ database }: Shop, { since, until }: Span): Promise<string[]> {
  const rows = await database.query<{ wrong: string }>(
    `select c.name || ' has ' || count(e) || ' effects of event ' || o.id as wrong
    from outbox o cross join unnest($1::text[]) c(name)
      left join effects e on e.consumer = c.name and e.event = o.id
    where o.id > $2::bigint and o.id <= $3::bigint
    group by c.name, o.id having count(e) <> 1`,
    [consumerNames, since, until],
  );
  return rows.map(({ wrong }) => wrong);
}

async function findUntold(
  { database }: Shop,
  parts: Prices,
  { acknowledged }: Customer,
): Promise<string[]> {
  const rows = await database.query<{ about: string; name: string; times: number }>(
    "select about, name, count(*)::int as times from outbox group by 1, 2",
  );
  const told = new Map(rows.map(({ about, name, times }) => [`${name} ${about}`, times]));
  const expected = [
    ...parts.map(({ id, cents }) => ({
      key: `part.price-changed ${id}`,
      times: cents - firstCents,
    })),
    ...acknowledged.map(({ order }) => ({ key: `order.placed ${order._id}`, times: 1 })),
  ];
  return expected.flatMap(({ key, times }) =>
    told.get(key) === times ? [] : [`${key}: ${told.get(key)} events of ${times} changes`],
  );
}

async function findWrongLetters(
  shop: Shop,
  due: readonly Letter[],
  delivered: readonly string[],
  kills: number,
): Promise<string[]> {
  const queued = await readLetters(shop);
  const ids = new Set(queued.map(({ id }) => id));
  const sent = new Set(delivered);
  const subjects = queued.filter(({ about }) => about).map(({ kind, about }) => `${kind} ${about}`);
  return [
    ...due
      // Nobody is asked to verify an address that was verified before the letter was written.
      .filter(({ id, kind }) => kind !== "verify-email" && !sent.has(id))
      .map(({ id, kind, about }) => `The letter ${id} (${kind} ${about}) was not sent`),
    ...[...sent].filter((id) => !ids.has(id)).map((id) => `Nobody queued the letter ${id}`),
    ...(new Set(subjects).size < subjects.length ? ["A letter was queued twice"] : []),
    ...(delivered.length - sent.size > kills * lettersAtOnce ? ["Letters are repeated"] : []),
  ];
}

/** Requests go to either process. */
async function findOldPrices(shop: Shop, parts: Prices): Promise<string[]> {
  const asked = Array.from({ length: 5 }, () => parts).flat();
  const shown = asked.map(async ({ id, cents }) => {
    const { price } = await (await shop.request(`/api/purchase/${id}`)).json();
    return price === cents / 100 ? [] : [`${id} is shown for ${price}, not ${cents / 100}`];
  });
  return (await Promise.all(shown)).flat();
}

async function prove(faults: readonly string[] = []) {
  const opened = await open(faults);
  const { shop, mail, since } = opened;
  const parts: Prices = [];
  while (parts.length < editorCount) {
    const { id } = await addPart(shop, { priceCents: firstCents });
    parts.push({ id, cents: firstCents });
  }
  const sold = await addPart(shop);
  // A connection that was just handed to a killed process is never answered.
  const impatient = { ...shop, ...recordFailures(shop, requestTimeoutMs) };
  const customers = await openCustomers(impatient, Array(full ? 4 : 2).fill(sold));
  await shop.database.query("update users set email_verified_at = now()");
  const kills = await killWhileTheyChange(opened, await adminOf(impatient), parts, customers);
  // Invoices are still being written, with events and letters: these are not due yet.
  const span = { since, until: await readNewest(shop) };
  const due = await readLetters(shop);
  const stale = () => findOldPrices(shop, parts);
  await expect.poll(stale, { timeout: 5_000 }).toEqual([]);
  await expect
    .poll(() => findWrongEffects(shop, span), {
      timeout: faults.length > 0 ? 3_000 : handledWithinMs,
    })
    .toEqual([])
    .catch(() => {});
  await waitUntilSent(shop, due);
  const delivered = mail.deliveries.map(
    ({ text }) => /^Message-ID:\s+<([\w-]+)@/im.exec(text)?.[1] ?? text,
  );
  const wrong = [
    ...(await findWrongEffects(shop, span)),
    ...(await findUntold(shop, parts, customers[0])),
    ...(await findWrongLetters(shop, due, delivered, kills.workers)),
  ];
  const repeated = delivered.length - new Set(delivered).size;
  const figure = `${changesOf(parts, customers)} changes, ${kills.workers} kills of the shop and ${kills.consumers} of consumers, ${customers[0].cutOff.length} requests cut off, ${delivered.length} letters (${repeated} repeated)`;
  expect(Math.min(kills.workers, kills.consumers)).toBeGreaterThan(0);
  return { wrong, figure };
}

describe("row 46: events", () => {
  it("each change has each effect once, and its letters with one id", async () => {
    const { wrong, figure } = await prove();
    report({
      check: "events while a process of the shop and a consumer are killed each second",
      target: "10,000 changes: each consumer has each effect once, letters at least once, one id",
      figure,
      faults: wrong,
    });
  });

  control("finds effects that commit apart from the position, and ids that change", async () => {
    const { wrong } = await prove(["effectsApart", "newLetterIds"]);
    expect(wrong).toContainEqual(expect.stringMatching(/has \d+ effects of event/));
    expect(wrong).toContainEqual(expect.stringContaining("Nobody queued the letter"));
  });
});
