import { describe, expect, it } from "vitest";
import type { FailedJob, JobKindState } from "#contract/jobs.ts";
import { addFailedLetter, changeJobs } from "#tests/builders/job.ts";
import { findWaitingLetters, holdLetters, releaseLetters } from "#tests/builders/letter.ts";
import { expectWarning } from "#tests/fail-on-warnings.ts";
import { startMailServer } from "#tests/mail-server.ts";
import { type OpenShop, openShop } from "#tests/open-shop.ts";
import { openVisitor, type SignedIn, signUp, signUpAdmin } from "#tests/people.ts";

type List = { kinds: JobKindState[]; failed: FailedJob[] };
const soon = { timeout: 10_000 };

const listJobs = async ({ get }: SignedIn) => (await get("/api/jobs")).body as List;

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
    await expect.poll(() => findWaitingLetters(shop.shop.db), soon).toEqual([]);
    mail.mood = "refusing";
    await failLetter(shop, vera.email);
    await expect
      .poll(async () => (await listJobs(admin)).failed, soon)
      .toMatchObject([{ title: "Send letters", about: "reset", attempts: 34, nextAttempt: null }]);
    const { failed, kinds } = await listJobs(admin);
    expect(failed[0]?.error).toMatch(/^The mail server did not accept the letter: .*451 not now/);
    expect(JSON.stringify(failed)).not.toContain(vera.email);
    expect(kinds).toContainEqual(
      expect.objectContaining({ kind: "letter", waiting: 0, running: 0, failed: 1 }),
    );

    mail.mood = "willing";
    mail.deliveries.length = 0;
    const retry = `/api/jobs/${failed[0]?._id}/retry`;
    expect(await admin.send("POST", retry)).toEqual({ status: 200, body: { retried: true } });
    await expect.poll(() => mail.deliveries.map(({ to }) => to), soon).toEqual([[vera.email]]);
    await expect.poll(async () => (await listJobs(admin)).failed, soon).toEqual([]);
    expect(await admin.send("POST", retry)).toMatchObject({ status: 404 });
    const { body } = await admin.get("/api/audit");
    expect(body).toMatchObject([{ action: "retry-job", about: failed[0]?._id }]);
  });

  it("sees when each schedule runs next", async () => {
    const shop = await openShop();
    const { kinds } = await listJobs(await signUpAdmin(shop));
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

it("many failed jobs run again together, those that are gone left out", async () => {
  const shop = await openShop();
  const admin = await signUpAdmin(shop);
  const ids = [await addFailedLetter(shop, "not now"), await addFailedLetter(shop, "not now")];
  const sent = { ids: [...ids, crypto.randomUUID()] };
  const { body } = await admin.send("POST", "/api/jobs/retry", sent);
  expect((body as { retried: string[] }).retried.toSorted()).toEqual(ids.toSorted());
  await expect.poll(async () => (await listJobs(admin)).failed, soon).toEqual([]);
  expect((await admin.get("/api/audit")).body).toMatchObject([
    { action: "retry-jobs", after: { jobs: 2 } },
  ]);
});
