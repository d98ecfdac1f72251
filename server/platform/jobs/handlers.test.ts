import { describe, expect, it } from "vitest";
import type { FailedJob, JobKindState } from "#contract/jobs.ts";
import { addFailedLetter, addFailedLetters, changeJobs } from "#tests/builders/job.ts";
import { findWaitingLetters, holdLetters, releaseLetters } from "#tests/builders/letter.ts";
import { expectWarning } from "#tests/fail-on-warnings.ts";
import { startMailServer } from "#tests/mail-server.ts";
import { type OpenShop, openShop } from "#tests/open-shop.ts";
import { aStockedPart, placeOrder } from "#tests/orders.ts";
import { openVisitor, type SignedIn, signUp, signUpAdmin } from "#tests/people.ts";

const listKinds = async ({ get }: SignedIn) =>
  ((await get("/api/jobs")).body as { kinds: JobKindState[] }).kinds;
const listFailed = async ({ get }: SignedIn, query = "") =>
  (await get(`/api/failed-jobs${query}`)).body as FailedJob[];

/** A letter that the mail server declines for the last time. */
async function failLetter(shop: OpenShop, email: string): Promise<void> {
  await holdLetters(shop);
  await openVisitor(shop).send("POST", "/api/identity/forgotten", { email });
  await changeJobs(shop.shop.db, "letter", { attempts: 33 });
  await releaseLetters(shop);
}

describe("an admin", () => {
  it("sees why a job failed, without personal data, and runs it once more", async () => {
    expectWarning(/Job letter failed/);
    const mail = await startMailServer();
    const shop = await openShop({ env: { SMTP_URL: mail.url, MAIL_FROM: "shop@shop.example" } });
    const admin = await signUpAdmin(shop);
    const vera = await signUp(shop);
    await expect.poll(() => findWaitingLetters(shop.shop.db)).toEqual([]);
    mail.mood = "refusing";
    await failLetter(shop, vera.email);
    await expect
      .poll(() => listFailed(admin))
      .toMatchObject([
        { title: "Send letters", about: "A new password", attempts: 34, nextAttempt: null },
      ]);
    const failed = await listFailed(admin);
    expect(failed[0]?.error).toMatch(/^The mail server did not accept the letter: .*451 not now/);
    expect(JSON.stringify(failed)).not.toContain(vera.email);
    expect(await listKinds(admin)).toContainEqual(
      expect.objectContaining({ kind: "letter", waiting: 0, running: 0, failed: 1 }),
    );

    mail.mood = "willing";
    mail.deliveries.length = 0;
    const retry = `/api/jobs/${failed[0]?._id}/retry`;
    expect(await admin.send("POST", retry)).toEqual({ status: 200, body: { retried: true } });
    await expect.poll(() => mail.deliveries.map(({ to }) => to)).toEqual([[vera.email]]);
    await expect.poll(() => listFailed(admin)).toEqual([]);
    expect(await admin.send("POST", retry)).toMatchObject({ status: 404 });
    const { body } = await admin.get("/api/audit");
    expect(body).toMatchObject([
      { action: "retry-job", about: failed[0]?._id, after: { title: "Send letters" } },
    ]);
  });

  it("sees when each schedule runs next", async () => {
    const shop = await openShop();
    const kinds = await listKinds(await signUpAdmin(shop));
    const schedule = kinds.find(({ kind }) => kind === "delete-expired");
    expect(schedule).toMatchObject({ waiting: 0, running: 0, failed: 0, lastRun: null });
    const inSeconds = (Date.parse(schedule?.nextRun ?? "") - Date.now()) / 1_000;
    expect(inSeconds).toBeGreaterThan(0);
    expect(inSeconds).toBeLessThanOrEqual(60);
  });
});

it("rejects everyone else", async () => {
  const shop = await openShop();
  const vera = await signUp(shop);
  const retry = `/api/jobs/${crypto.randomUUID()}/retry`;
  expect([(await vera.get("/api/jobs")).status, (await vera.send("POST", retry)).status]).toEqual([
    403, 403,
  ]);
  const visitor = openVisitor(shop);
  expect([
    (await visitor.get("/api/jobs")).status,
    (await visitor.send("POST", retry)).status,
  ]).toEqual([401, 401]);
});

it("all that failed are found, in pages, by their words, and as a file", async () => {
  const shop = await openShop();
  const admin = await signUpAdmin(shop);
  const ids: string[] = [];
  for (const why of ["451 not now", "550 nobody", "451 never"]) {
    ids.unshift(await addFailedLetter(shop, why));
  }
  const found = async (query = "") => (await listFailed(admin, query)).map(({ _id }) => _id);
  expect(await found()).toEqual(ids);
  expect(await found("?limit=2")).toEqual(ids.slice(0, 2));
  expect(await found(`?limit=2&after=${ids[1]}`)).toEqual(ids.slice(2));
  expect(await found("?sort=last&view=given-up")).toEqual(ids.toReversed());
  expect(await found("?view=retrying")).toEqual([]);
  expect(await found("?q=letters+451")).toEqual([ids[0], ids[2]]);
  const path = "/api/failed-jobs/csv?q=nobody&columns=error,job,next";
  const file = await (await admin.request(path)).text();
  expect(file.replace("\uFEFF", "")).toBe(
    "Reason,Job,Next attempt\r\n550 nobody,Send letters,The shop has given up\r\n",
  );
});

it("those that failed are found by what the letter is, and by the number of their order", async () => {
  const shop = await openShop();
  const [admin, vera] = [await signUpAdmin(shop), await signUp(shop)];
  const part = await aStockedPart(shop);
  const [one, other] = [await placeOrder(vera, part), await placeOrder(vera, part)];
  await addFailedLetter(shop, "not now", other._id);
  const id = await addFailedLetter(shop, "not now", one._id);
  const found = async (q: string) =>
    (await listFailed(admin, `?${new URLSearchParams({ q })}`)).map(({ _id }) => _id);
  const [job] = await listFailed(admin);
  expect(await found(`${one.number}`)).toEqual([id]);
  expect(await found(`order ${one.number}`)).toEqual([id]);
  expect(await found(`send letters ${job?.about}`)).toHaveLength(2);
  expect(await found(`letters of nobody`)).toEqual([]);
});

it("many failed jobs run again together, those that are gone left out", async () => {
  const shop = await openShop();
  const admin = await signUpAdmin(shop);
  const ids = [await addFailedLetter(shop, "not now"), await addFailedLetter(shop, "not now")];
  const sent = { ids: [...ids, crypto.randomUUID()] };
  const { body } = await admin.send("POST", "/api/jobs/retry", sent);
  expect((body as { retried: string[] }).retried.toSorted()).toEqual(ids.toSorted());
  await expect.poll(() => listFailed(admin)).toEqual([]);
  expect((await admin.get("/api/audit")).body).toMatchObject([
    { action: "retry-jobs", after: { jobs: 2 } },
  ]);
});

it("a search that very many failed jobs might match asks for more, and is never answered in part", async () => {
  const shop = await openShop();
  const admin = await signUpAdmin(shop);
  await addFailedLetters(shop, 1, "552 mailbox of qx full");
  await addFailedLetters(shop, 20_001, "451 not now");
  const ask = (q: string) => admin.get(`/api/failed-jobs?limit=50&${new URLSearchParams({ q })}`);
  const message = (text: RegExp) => ({ error: { fields: { q: expect.stringMatching(text) } } });
  expect((await ask("not now")).body).toHaveLength(50);
  expect((await ask("mailbox of qx")).body).toHaveLength(1);
  const [short, many] = [await ask("zq"), await ask("not zq")];
  expect([short.status, many.status]).toEqual([400, 400]);
  expect(short.body).toMatchObject(message(/^There are too many .* three letters/));
  expect(many.body).toMatchObject(message(/^Too many have these words/));
  expect((await admin.get("/api/failed-jobs?q=zq&view=retrying")).body).toEqual([]);
});
