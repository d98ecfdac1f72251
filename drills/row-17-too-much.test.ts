// Row 17: bodies, limits and searches that ask for more than there is to give. They are refused at
// once or answered, they cost little memory, and others are served as before.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createDatabase } from "#tests/create-database.ts";
import { expectWarning } from "#tests/fail-on-warnings.ts";
import { openShop } from "#tests/open-shop.ts";
import { signUpAdmin } from "#tests/people.ts";
import { sendLargeBody } from "#tests/send-large-body.ts";
import { addressOf, everyCall, nothing } from "../proofs/calls.ts";
import { eachOf } from "./ask.ts";
import { newSession } from "./askers.ts";
import { full, report } from "./drill.ts";
import { timed } from "./measure.ts";
import { fillWithParts, isHonest, tooMuch } from "./too-much.ts";

const megabyte = 1024 * 1024;
const refusedWithin = 1_000;

/** A known-bad variant, when a test says so: words are looked for as a pattern. */
const known = vi.hoisted(() => ({ bad: false }));
vi.mock(import("#server/modules/catalog/store.ts"), async (original) => {
  const actual = await original();
  return {
    ...actual,
    listParts: async (db, wanted) => {
      if (!known.bad) return actual.listParts(db, wanted);
      const words = new RegExp(wanted.q ?? "");
      return actual.listParts(db, { ...wanted, q: words.source });
    },
  };
});

type Seen = { asked: number; faults: string[] };

/** By an admin, so that nobody is turned away at the door. */
async function openFilled(many: number) {
  const databaseUrl = await createDatabase();
  await fillWithParts(databaseUrl, many);
  const shop = await openShop({ databaseUrl });
  const admin = await signUpAdmin(shop);
  const { cookie } = await newSession(shop, admin.user._id);
  return { shop, headers: { ...cookie, origin: shop.url } };
}

async function askTooMuch(url: string, headers: Record<string, string>): Promise<Seen> {
  const paths = tooMuch();
  const faults: string[] = [];
  await eachOf(paths, async (path) => {
    const { status, milliseconds } = await timed(url, "GET", path, { headers });
    const isLate = full && status >= 400 && milliseconds > refusedWithin;
    if (!isHonest(status) || isLate) faults.push(`${status} after ${milliseconds} ms: ${path}`);
  });
  return { asked: paths.length, faults };
}

async function sendTooMuch(
  url: string,
  headers: Record<string, string>,
  largest = full ? 200 * megabyte : 16 * megabyte,
): Promise<Seen> {
  const calls = everyCall.filter(({ method }) => method !== "GET");
  const types = ["application/json", "text/plain", "multipart/form-data; boundary=x"];
  const all = calls.flatMap((call) =>
    types.flatMap((type) =>
      [true, false].map((announced) => ({
        ...{ method: call.method, path: addressOf(`/api${call.path}`, nothing), announced },
        ...{ headers: { ...headers, "content-type": type }, bytes: largest },
      })),
    ),
  );
  const faults: string[] = [];
  await eachOf(all, async (body) => {
    const { status, milliseconds, sent } = await sendLargeBody(url, body);
    const isRefused = status === 0 || (status >= 400 && status < 500);
    const isLate = full && milliseconds > refusedWithin;
    if (isRefused && !isLate) return;
    const { method, path, announced } = body;
    const type = body.headers["content-type"];
    const took = `${Math.round(milliseconds)} ms, ${Math.round(sent / megabyte)} MB`;
    faults.push(`${status} to ${method} ${path} (${type}, ${announced}) after ${took}`);
  });
  return { asked: all.length, faults };
}

describe("row 17: too much", () => {
  it("is refused or answered", { timeout: 600_000 }, async () => {
    const { shop, headers } = await openFilled(full ? 1_000 : 200);
    const asked = await askTooMuch(shop.url, headers);
    const sent = await sendTooMuch(shop.url, headers);
    expect([...asked.faults, ...sent.faults]).toEqual([]);
    expect((await shop.get("/api/parts?limit=1")).status).toBe(200);
    report({
      row: 17,
      check: "limits, search terms and bodies beyond measure",
      target: "refused within 1 s, or answered",
      figure: `${asked.asked} lists and searches, ${sent.asked} bodies of 200 MB: 0 otherwise`,
      pass: true,
    });
  });

  it("would be told of where words are taken for a pattern", async () => {
    expectWarning(/Invalid regular expression/);
    known.bad = true;
    const { shop, headers } = await openFilled(10);
    const { faults } = await askTooMuch(shop.url, headers).finally(() => {
      known.bad = false;
    });
    expect(faults).toContainEqual(expect.stringMatching(/^500 .*q=%5B$/));
  });

  it("would be told of where a body is taken whole", async () => {
    const server = createServer((request, response) => {
      request.resume().on("end", () => response.end());
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { asked, faults } = await sendTooMuch(url, {}, megabyte);
    expect(faults).toHaveLength(asked);
  });
});
