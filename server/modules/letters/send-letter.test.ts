import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { and, eq, isNull } from "drizzle-orm";
import { describe, expect, it, onTestFinished } from "vitest";
import { readEnv } from "#server/platform/config/env.ts";
import { type Connection, connect } from "#server/platform/database/connect.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { jobTimes } from "#server/platform/jobs/run-jobs.ts";
import { jobs } from "#server/platform/jobs/tables.ts";
import { createMailer } from "#server/platform/mail/mailer.ts";
import { changeJobs } from "#tests/builders/job.ts";
import {
  findWaitingLetters,
  holdLetters,
  makeLettersDue,
  redateLetters,
  releaseLetters,
} from "#tests/builders/letter.ts";
import { countBlocked } from "#tests/builders/lock.ts";
import { addPeople, removePeople } from "#tests/builders/person.ts";
import { timeAgo, timeFromNow } from "#tests/builders/time.ts";
import { changeSettings } from "#tests/change-settings.ts";
import { createDatabase } from "#tests/create-database.ts";
import { expectWarning, warningsSoFar } from "#tests/fail-on-warnings.ts";
import { type MailServer, startMailServer } from "#tests/mail-server.ts";
import { type OpenShop, openShop } from "#tests/open-shop.ts";
import { aStockedPart, placeOrder } from "#tests/orders.ts";
import { openVisitor, signIn, signUp, signUpAdmin, verifyEmail } from "#tests/people.ts";
import { addAccountLetter } from "./queue-letter.ts";

const from = "letters@shop.example";

async function openShopWithMail(databaseUrl?: string, given?: MailServer) {
  const mail = given ?? (await startMailServer());
  const env = { SMTP_URL: mail.url, MAIL_FROM: from };
  const shop = await openShop({ env, ...(databaseUrl && { databaseUrl }) });
  return { shop, mail };
}

function requestReset(shop: OpenShop, email: string) {
  return openVisitor(shop).send("POST", "/api/identity/forgotten", { email });
}

/** Whose letter of the sign-up has been sent. */
async function signUpCustomer(shop: OpenShop, mail?: MailServer) {
  const person = await signUp(shop);
  await expect.poll(() => queuedLetters(shop)).toEqual([]);
  if (mail) mail.deliveries.length = 0;
  return person;
}

const accepted = { status: 200, body: { asked: true } };

const queuedLetters = async ({ shop }: { shop: Pick<Connection, "db"> }) =>
  (await findWaitingLetters(shop.db)).map(({ email, attempts }) => ({ email, attempts }));

/** Decodes quoted-printable. */
const decodeLetter = (text: string) => text.replaceAll("=\n", "").replaceAll("=3D", "=");

describe("a letter", () => {
  it("arrives once, from the shop, with a link that works", async () => {
    const { shop, mail } = await openShopWithMail();
    const vera = await signUpCustomer(shop, mail);
    expect(await requestReset(shop, vera.email)).toEqual(accepted);
    await expect.poll(() => queuedLetters(shop)).toEqual([]);
    expect(mail.deliveries).toHaveLength(1);
    const [letter] = mail.deliveries;
    expect(letter).toMatchObject({ from, to: [vera.email] });
    expect(letter?.text).toMatch(/^Subject: A new password for /m);
    expect(letter?.text).toMatch(/^Message-ID: <[\da-f-]{36}@shop\.example>$/im);
    expect(letter?.text).toContain(`\nTo: ${vera.email}\n`);
    const link = `${shop.shop.origin}/reset#token=`;
    expect(decodeLetter(letter?.text ?? "")).toContain(`\n${link}`);
    const token = decodeLetter(letter?.text ?? "")
      .split(link)[1]
      ?.slice(0, 43);
    const body = { token, password: "a new horse" };
    expect(await openVisitor(shop).send("POST", "/api/identity/reset", body)).toMatchObject({
      status: 200,
      body: { user: { email: vera.email } },
    });
    await signIn(shop, { email: vera.email, password: "a new horse" });
  });

  it("is dropped for an e-mail without an account", async () => {
    const { shop, mail } = await openShopWithMail();
    expect(await requestReset(shop, "nobody@example.com")).toEqual(accepted);
    await expect.poll(() => queuedLetters(shop)).toEqual([]);
    expect(mail.commands).toEqual([]);
  });

  it.each(["reset", "verify-email"] as const)(
    "is dropped when its account is deleted while it is written (%s)",
    async (kind) => {
      const { shop, mail } = await openShopWithMail();
      const vera = await signUpCustomer(shop, mail);
      const { db, jobs } = shop.shop;
      await inTransaction(db, async (tx) => {
        await removePeople(tx, vera);
        await addAccountLetter(db, kind, vera.email);
        jobs.wake();
        await expect.poll(() => countBlocked(db)).toBe(1);
      });
      await expect.poll(() => queuedLetters(shop)).toEqual([]);
      expect(mail.deliveries).toEqual([]);
    },
  );

  it("is sent once by two processes on one database", async () => {
    const databaseUrl = await createDatabase();
    const { shop: first, mail } = await openShopWithMail(databaseUrl);
    const { shop: second } = await openShopWithMail(databaseUrl, mail);
    const emails = Array.from({ length: 20 }, (_, index) => `person${index}@example.com`);
    const { db } = first.shop;
    await addPeople(db, emails);
    await Promise.all(
      emails.flatMap((email) => [first, second].map((shop) => requestReset(shop, email))),
    );
    await expect.poll(() => queuedLetters(first)).toEqual([]);
    const got = mail.deliveries.map(({ to }) => to[0]).sort();
    expect(got).toEqual([...emails, ...emails].sort());
  });
});

describe("letters of identity", () => {
  const at = (address: string) => ({ "x-forwarded-for": address });
  const ask = (shop: OpenShop, address: string, way: string, email: string) =>
    openVisitor(shop, at(address)).send("POST", `/api/identity/${way}`, { email });

  async function openWithProxy() {
    const mail = await startMailServer();
    const env = { SMTP_URL: mail.url, MAIL_FROM: from, PROXIES: "127.0.0.1" };
    return { mail, shop: await openShop({ env }) };
  }

  it("take turns by who asked: many of one address delay others by a few", async () => {
    const { mail, shop } = await openWithProxy();
    const vera = await signUp(shop, { headers: at("203.0.113.9") });
    await verifyEmail(shop, vera);
    await expect.poll(() => queuedLetters(shop)).toEqual([]);
    mail.deliveries.length = 0;
    await holdLetters(shop);
    for (let number = 0; number < 50; number++)
      await ask(shop, "192.0.2.7", "sign-in/code", `stranger${number}@example.com`);
    await ask(shop, "198.51.100.7", "sign-in/code", "guest@example.com");
    await ask(shop, "192.0.2.8", "forgotten", vera.email);
    await releaseLetters(shop);
    await expect.poll(() => queuedLetters(shop)).toEqual([]);
    const places = [vera.email, "guest@example.com"].map((email) =>
      mail.deliveries.findIndex(({ to }) => to.includes(email)),
    );
    expect(mail.deliveries).toHaveLength(52);
    for (const place of places) {
      expect(place).toBeGreaterThanOrEqual(0);
      expect(place).toBeLessThan(15);
    }
  });

  it("arrive at an account that is verified between asking and sending", async () => {
    const { mail, shop } = await openWithProxy();
    await holdLetters(shop);
    const vera = await signUp(shop, { headers: at("203.0.113.9") });
    await ask(shop, "203.0.113.9", "forgotten", vera.email);
    const guest = openVisitor(shop, at("198.51.100.7"));
    await guest.send("POST", "/api/identity/sign-in/code", { email: vera.email });
    await verifyEmail(shop, vera);
    await releaseLetters(shop);
    await expect.poll(() => queuedLetters(shop)).toEqual([]);
    const texts = mail.deliveries.map(({ text }) => decodeLetter(text));
    // Not the one that asks to verify what is verified.
    expect(texts).toHaveLength(2);
    const code = texts.map((text) => /\b(\d{3} \d{3})\b/.exec(text)?.[1]).find(Boolean);
    const entered = await guest.send("POST", "/api/identity/sign-in/code/enter", { code });
    expect(entered).toMatchObject({ status: 200, body: { user: { hasPassword: true } } });
    expect((await vera.get("/api/identity/session")).body).toMatchObject({
      user: { email: vera.email, emailVerified: true },
    });
  });
});

describe("while the mail server is down", () => {
  async function makeDue({ shop }: OpenShop) {
    await makeLettersDue(shop.db);
    shop.jobs.wake();
  }

  const waitForFailures = (attempts: number) =>
    expect.poll(() => warningsSoFar()).toHaveLength(attempts);

  it("requests are answered at once, and the letter is sent later", async () => {
    expectWarning(
      /Job letter failed \(attempt \d\): The mail server did not accept the letter: .*ECONNREFUSED/,
    );
    const { shop, mail } = await openShopWithMail();
    const vera = await signUpCustomer(shop, mail);
    await mail.down();
    expect(await requestReset(shop, vera.email)).toEqual(accepted);
    await waitForFailures(1);
    await makeDue(shop);
    await waitForFailures(2);
    await expect.poll(() => queuedLetters(shop)).toEqual([{ email: vera.email, attempts: 2 }]);
    await mail.up();
    await makeDue(shop);
    await expect.poll(() => queuedLetters(shop)).toEqual([]);
    expect(mail.deliveries.map(({ to }) => to)).toEqual([[vera.email]]);
  });

  it("attempts become rarer", async () => {
    expectWarning(/Job letter failed \(attempt \d+\): .*not now/);
    const { shop, mail } = await openShopWithMail();
    const vera = await signUpCustomer(shop, mail);
    mail.mood = "refusing";
    await holdLetters(shop);
    await requestReset(shop, vera.email);
    const { db } = shop.shop;
    for (const [attempts, seconds] of [
      [4, 16],
      [8, 256],
      [20, 3_600],
    ] as const) {
      await changeJobs(db, "letter", { attempts: attempts - 1 });
      await releaseLetters(shop);
      const isIdleLetter = and(eq(jobs.kind, "letter"), isNull(jobs.lease));
      const delay = async () =>
        (await db.select().from(jobs).where(isIdleLetter)).map(({ runAt, lastRunAt, ...job }) => ({
          attempts: job.attempts,
          seconds: Math.round((Number(runAt) - Number(lastRunAt)) / 1_000),
        }));
      await expect.poll(delay).toEqual([{ attempts, seconds }]);
    }
    expect(mail.deliveries).toEqual([]);
  });

  it("other letters are sent before one that failed", async () => {
    expectWarning(/Job letter failed/);
    const { shop, mail } = await openShopWithMail();
    const [vera, other] = [await signUpCustomer(shop), await signUpCustomer(shop, mail)];
    mail.mood = "refusing";
    await requestReset(shop, vera.email);
    await waitForFailures(1);
    await changeJobs(shop.shop.db, "letter", { runAt: timeFromNow({ hours: 1 }) });
    mail.mood = "willing";
    await requestReset(shop, other.email);
    await expect.poll(() => mail.deliveries.map(({ to }) => to)).toEqual([[other.email]]);
    await expect.poll(() => queuedLetters(shop)).toEqual([{ email: vera.email, attempts: 1 }]);
  });

  it("a silent mail server delays neither requests nor the stop of the shop", async () => {
    changeSettings(jobTimes, { drainMs: 300 });
    const { shop, mail } = await openShopWithMail();
    const vera = await signUpCustomer(shop, mail);
    mail.mood = "silent";
    const began = performance.now();
    expect(await requestReset(shop, vera.email)).toEqual(accepted);
    expect(performance.now() - began).toBeLessThan(5_000);
    await expect.poll(() => queuedLetters(shop)).toEqual([{ email: vera.email, attempts: 1 }]);
    expect((await shop.get("/api/parts")).status).toBe(200);
    const stopped = performance.now();
    await shop.stop();
    expect(performance.now() - stopped).toBeLessThan(8_000);

    mail.mood = "willing";
    const stored = connect(shop.databaseUrl, { most: 1 });
    onTestFinished(stored.close);
    expect(await queuedLetters({ shop: stored })).toEqual([{ email: vera.email, attempts: 1 }]);
    await openShopWithMail(shop.databaseUrl, mail);
    await expect.poll(() => mail.deliveries).toHaveLength(1);
  });

  it("letters expire that could not be tried for a day", async () => {
    const { shop, mail } = await openShopWithMail();
    const vera = await signUpCustomer(shop);
    const other = await signUpCustomer(shop, mail);
    await holdLetters(shop);
    await requestReset(shop, vera.email);
    await requestReset(shop, other.email);
    await redateLetters(shop.shop.db, vera.email, timeAgo({ hours: 24, seconds: 1 }));
    await releaseLetters(shop);
    await expect.poll(() => queuedLetters(shop)).toEqual([]);
    expect(mail.deliveries.map(({ to }) => to)).toEqual([[other.email]]);
  });

  it("one that was given up is sent when an admin sends it again days later", async () => {
    const { shop, mail } = await openShopWithMail();
    const admin = await signUpAdmin(shop);
    const vera = await signUpCustomer(shop, mail);
    await holdLetters(shop);
    const { _id } = await placeOrder(vera, await aStockedPart(shop));
    await changeJobs(shop.shop.db, "letter", {
      attempts: 34,
      createdAt: timeAgo({ hours: 48 }),
      lastError: "The mail server did not accept the letter",
      failedAt: timeAgo({ hours: 24 }),
    });
    await releaseLetters(shop);
    const again = { kind: "order-placed" };
    expect((await admin.send("POST", `/api/orders/${_id}/letters`, again)).status).toBe(200);
    await expect.poll(() => queuedLetters(shop)).toEqual([]);
    expect(mail.deliveries.map(({ to }) => to)).toEqual([[vera.email]]);
  });
});

describe("text of visitors", () => {
  const injections = [
    "\r\nBcc: eve@evil.example",
    "\nBcc: eve@evil.example",
    "\rBcc: x",
    "\0",
    "%0d%0aBcc: x",
  ];

  it("adds nothing to a letter as a name", async () => {
    const { shop, mail } = await openShopWithMail();
    for (const [index, text] of injections.entries()) {
      const email = `vera${index}@example.com`;
      const body = { name: `Vera${text}`, email, password: "correct horse" };
      const { status } = await openVisitor(shop).send("POST", "/api/identity/sign-up", body);
      expect([200, 400]).toContain(status);
      await requestReset(shop, email);
    }
    await expect.poll(() => queuedLetters(shop)).toEqual([]);
    expect(mail.deliveries.length).toBeGreaterThan(0);
    for (const { text, to } of mail.deliveries) {
      expect(to).toEqual([expect.stringMatching(/^vera\d@example\.com$/)]);
      expect(text).not.toMatch(/bcc:|evil\.example/i);
    }
  });

  it("is rejected as an e-mail if it is more than one", async () => {
    const { shop, mail } = await openShopWithMail();
    const emails = [
      ...injections.flatMap((text) => [`vera@example.com${text}`, `vera${text}@example.com`]),
      "vera@example.com, eve@evil.example",
      "vera@example.com> RCPT TO:<eve@evil.example",
      "Vera <vera@example.com>",
      "eve@evil.example (vera@example.com)",
    ];
    for (const email of emails)
      expect([email, (await requestReset(shop, email)).status]).toEqual([email, 400]);
    expect(await queuedLetters(shop)).toEqual([]);
    expect(mail.commands).toEqual([]);
  });

  it("adds no header or recipient in the mailer", async () => {
    const mail = await startMailServer();
    const post = createMailer(readEnv({ SMTP_URL: mail.url, MAIL_FROM: from }));
    for (const text of injections) {
      const words = `.${text}\n.\nRSET`;
      const letter = {
        id: "1",
        to: "vera@example.com",
        subject: `Hello${text}`,
        text: words,
        html: words,
        attachments: [],
      };
      const { signal } = new AbortController();
      await post(letter, signal);
      for (const more of [text, ", eve@evil.example", "; eve@evil.example"])
        await post({ ...letter, to: `vera@example.com${more}` }, signal).catch(() => {});
    }
    expect(mail.deliveries.length).toBeGreaterThanOrEqual(injections.length);
    for (const { to, text } of mail.deliveries) {
      expect(to).toHaveLength(1);
      const head = text.slice(0, text.indexOf("\n\n"));
      expect(head.match(/^[\w-]+(?=:)/gm)?.map((name) => name.toLowerCase())).not.toContain("bcc");
      expect(text).toContain("\n.\nRSET");
    }
    const recipients = mail.commands.filter((line) => line.startsWith("RCPT"));
    expect(recipients).toHaveLength(mail.deliveries.length);
  });
});

describe("without a mail server", () => {
  it("the newest thousand letters are kept", async () => {
    const shop = await openShop();
    const folder = join(shop.shop.env.DATA_DIR, "outbox");
    await mkdir(folder);
    const old = (index: number) => `2026-01-01T00-00-00.${String(index).padStart(4, "0")}Z.eml`;
    for (let index = 0; index < 1_100; index++) await writeFile(join(folder, old(index)), "");
    await writeFile(join(folder, "2025-01-01-half-written.eml.part"), "");
    await signUp(shop);
    await expect.poll(() => queuedLetters(shop)).toEqual([]);
    const kept = (await readdir(folder)).sort();
    expect(kept).toHaveLength(1_000);
    expect([kept[0], kept.at(-2)]).toEqual([old(101), old(1_099)]);
  });

  it("letters are readable for the shop's user only", async () => {
    const shop = await openShop();
    const vera = await signUpCustomer(shop);
    await requestReset(shop, vera.email);
    await expect.poll(() => queuedLetters(shop)).toEqual([]);
    const folder = join(shop.shop.env.DATA_DIR, "outbox");
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    const files = (await readdir(folder)).sort();
    expect(files).toEqual(Array(2).fill(expect.stringMatching(/\.eml$/)));
    for (const file of files) {
      expect((await stat(join(folder, file))).mode & 0o777).toBe(0o600);
    }
    const newest = await readFile(join(folder, files.at(-1) ?? ""), "utf8");
    expect(decodeLetter(newest)).toContain(`${shop.shop.origin}/reset#token=`);
  });
});
