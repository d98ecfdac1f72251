// Row 15: generated bad input to every call is refused, writes nothing, and fails no statement.
import { describe, expect, it } from "vitest";
import type { Call } from "#contract/call.ts";
import { badRequest } from "./bad-requests.ts";
import { everyCall, nameOf } from "./calls.ts";
import { databaseComplaints } from "./database-log.ts";
import { control, full, report } from "./report.ts";
import { mapConcurrently, type SentRequest, sendRequest } from "./send-request.ts";
import { changedSince, snapshot } from "./snapshot.ts";
import { quantile } from "./statistics.ts";
import { openValidRequests, type ValidRequests } from "./valid-requests.ts";

const requestsEach = full ? Number(process.env.EACH ?? 5_000) : 4;
/** Of all of them, the ones with such a name: a whole run takes hours. */
const chosen = everyCall.filter((call) => new RegExp(process.env.CALLS ?? "").test(nameOf(call)));
/** So few that what is measured is the answer, not the queue before it. */
const atOnce = 4;
/** Each success of these ends all other sessions, so they are sent one after the other. */
const endsSessions = /sign-out-everywhere|reset|password/;
const p99LimitMs = 250;

type Seen = { name: string; sent: number; refused: number; faults: string[]; times: number[] };

/** Refused for who sent it, when, or the state that it met: another time it may be accepted. */
const refusedForNow = [401, 409, 429, 503];

const pathOf = ({ path }: SentRequest) => path.split("?")[0];

const eachFor = <Item>({ path }: Call, items: Item[], work: (item: Item) => Promise<void>) =>
  mapConcurrently(items, work, endsSessions.test(path) ? 1 : atOnce);

async function sendBadRequests(opened: ValidRequests, call: Call, count = requestsEach) {
  const { shop, validRequest } = opened;
  const name = nameOf(call);
  const seen: Seen = { name, sent: 0, refused: 0, faults: [], times: [] };
  const refused: SentRequest[] = [];
  let valid: SentRequest = await validRequest(call);
  const before = await snapshot(shop);
  let accepted = 0;
  await eachFor(call, Array.from({ length: count }), async () => {
    const from = valid;
    const bad = badRequest(call, from);
    const { status, text, milliseconds } = await sendRequest(shop.url, bad);
    seen.times.push(milliseconds);
    seen.sent++;
    if (status >= 500) seen.faults.push(`${status} of ${name}: ${show(bad)} answers ${text}`);
    // Another of these may have removed what this one names.
    const isGone = status === 404 && pathOf(bad) === pathOf(from);
    if (status >= 400 && !isGone && !refusedForNow.includes(status)) refused.push(bad);
    if (status >= 400 || call.method === "GET") return;
    accepted++;
    // What was good enough may have used up what a valid request needs.
    valid = await validRequest(call);
  });
  seen.refused = refused.length;
  let changed =
    accepted === 0 ? await changedSince(shop, before) : await sendAgain(opened, call, refused);
  // What the shop does by itself each minute may fall into this once, but not twice.
  if (changed.length > 0) {
    const twice = await sendAgain(opened, call, refused);
    changed = changed.filter((table) => twice.includes(table));
  }
  if (changed.length > 0) seen.faults.push(`${name} refused and wrote: ${changed.join(", ")}`);
  return seen;
}

/** Where some were accepted, only those that were refused, once more and with nothing between. */
async function sendAgain(
  { shop, validRequest }: ValidRequests,
  call: Call,
  refused: SentRequest[],
): Promise<string[]> {
  const { cookie } = (await validRequest(call)).headers;
  const before = await snapshot(shop);
  const accepted: string[] = [];
  await eachFor(call, refused, async (bad) => {
    // The session in which it was sent at first may have ended since.
    const isOwnCookie = /^\w+=[\w-]+$/.test(String(bad.headers?.cookie));
    const again = isOwnCookie ? { ...bad, headers: { ...bad.headers, cookie } } : bad;
    const { status } = await sendRequest(shop.url, again);
    if (status < 400) accepted.push(`${show(bad)}, which was accepted the second time`);
  });
  return [...accepted, ...(await changedSince(shop, before))];
}

function show({ method, path, headers, body }: SentRequest): string {
  const type = headers?.["content-type"] ?? "no type";
  return `${method} ${path.slice(0, 300)} (${type}) ${JSON.stringify(String(body ?? "").slice(0, 300))}`;
}

const callNamed = (name: string) => everyCall.find((call) => nameOf(call) === name) as Call;

describe("row 15: bad input", () => {
  it("is refused properly by every call, and writes nothing", async () => {
    // Refunds that wait for a person, which a call takes, are overdue after ten minutes.
    const opened = await openValidRequests({ expectedComplaints: /with Google|refund-overdue/ });
    const all: Seen[] = [];
    for (const call of chosen) all.push(await sendBadRequests(opened, call));
    const faults = all.flatMap((seen) => seen.faults);
    const sum = (of: "sent" | "refused") => all.reduce((total, seen) => total + seen[of], 0);
    const complaints = await databaseComplaints(opened.shop.database.url);
    const times = all.flatMap((seen) => seen.times);
    const p99 = quantile(times, 0.99);
    const slowest = all
      .map((seen) => [seen.name, quantile(seen.times, 0.99)] as const)
      .sort(([, one], [, other]) => other - one)
      .slice(0, 5)
      .map(([name, time]) => `${name} ${time.toFixed(0)}`);
    report({
      check: "generated bad input to every call",
      target:
        "no 5xx, no partial write, no SQLSTATE 42xxx or 22xxx in the database's log, p99 under 250 ms",
      figure: `${chosen.length} calls, ${sum("sent")} requests, ${sum("refused")} refused for what they were, p99 ${p99.toFixed(1)} ms (slowest: ${slowest.join(", ")})`,
      faults: [...faults, ...complaints],
      pass: p99 < p99LimitMs,
    });
    expect(sum("refused")).toBeGreaterThan(sum("sent") / 4);
  });

  control("is found in a shop that accepts anything", async () => {
    const planted = { faults: ["acceptAnything"], expectedComplaints: /./ };
    const opened = await openValidRequests(planted);
    const { faults } = await sendBadRequests(opened, callNamed("GET /purchase/:id"), 500);
    expect(faults).toContainEqual(expect.stringMatching(/^500 of GET/));
    expect(await databaseComplaints(opened.shop.database.url)).not.toEqual([]);
  });

  control("is found in a shop that stores before it checks", async () => {
    const opened = await openValidRequests({ faults: ["storeBeforeCheck"] });
    const { faults } = await sendBadRequests(opened, callNamed("POST /reviews"), 100);
    expect(faults).toContainEqual("POST /reviews refused and wrote: reviews");
  });
});
