// Row 3: each call that takes a key: the same at once, once more, and with another body.
import { describe, expect, it } from "vitest";
import { type KeyedCall, keyedCalls } from "#tests/keyed-calls.ts";
import { nameOf } from "./calls.ts";
import { control, report } from "./report.ts";
import { type SentRequest, sendRequest } from "./send-request.ts";
import { changedSince, snapshot } from "./snapshot.ts";
import { openValidRequests, type ValidRequests } from "./valid-requests.ts";

type Body = Record<string, unknown> & { lines?: { quantity: number }[] };

const withMore = ({ lines = [] }: Body) => ({
  lines: lines.map((line) => ({ ...line, quantity: line.quantity + 1 })),
});

const others: Record<string, (body: Body) => Body> = {
  "POST /orders": () => ({ phone: "another" }),
  "POST /checkout/place": ({ expectedTotal }) => ({ expectedTotal: Number(expectedTotal) + 1 }),
  "POST /phone-orders": () => ({ email: "another@example.com" }),
  "POST /parts": () => ({ description: "another" }),
  "POST /parts/:id/stock": ({ pieces }) => ({ pieces: Number(pieces) + 1 }),
  "POST /bulk-edits": () => ({ change: { hidden: false } }),
  "POST /orders/:id/shipments": () => ({ carrier: "another" }),
  "POST /shipments": () => ({ carrier: "another" }),
  "POST /shipments/:id/losses": withMore,
  "POST /orders/:id/refunds": () => ({ note: "another" }),
  "POST /orders/:id/cancellations": withMore,
  "POST /orders/:id/corrections": () => ({ because: "another" }),
  "POST /orders/:id/receipts": () => ({ reference: "another" }),
  "POST /orders/:id/returns": withMore,
  "POST /order-links/returns": withMore,
  "POST /withdrawals": () => ({ goods: "another" }),
};

/** How far the one refund is by then shows in each answer; all else is as it was the first time. */
const withoutProgress = (text: string) =>
  text.replace(/"state":"(wanted|asked|succeeded)"/, '"state":"of the refund"');

/** What is wrong with how a call treats its key. */
async function findFaults(opened: ValidRequests, { call, field }: KeyedCall): Promise<string[]> {
  const { shop, validRequest } = opened;
  const name = nameOf(call);
  const sent = await validRequest(call);
  const sample = JSON.parse(`${sent.body}`);
  // That of a bulk edit is its preview's.
  const body: Body = field === "key" ? { ...sample, key: crypto.randomUUID() } : sample;
  const send = async (body: Body) => {
    const request: SentRequest = { ...sent, body: JSON.stringify(body) };
    const { status, text } = await sendRequest(shop.url, request);
    return { status, text: withoutProgress(text) };
  };
  const atOnce = await Promise.all([send(body), send(body), send(body)]);
  const [first] = atOnce;
  const faults = atOnce
    .filter(({ status, text }) => status !== 200 || text !== first?.text)
    .map(({ status, text }) => `${name} at once: ${status} ${text}, not ${first?.text}`);
  const before = await snapshot(shop);
  const again = await send(body);
  if (again.text !== first?.text) faults.push(`${name} once more: ${again.text}`);
  const other = await send({ ...body, ...others[name]?.(body) });
  if (other.status !== 409 || JSON.parse(other.text).error.code !== "key-reused")
    faults.push(`${name} with another body: ${other.status} ${other.text}`);
  const changed = await changedSince(shop, before);
  if (changed.length > 0) faults.push(`${name} once more wrote ${changed.join(", ")}`);
  return faults;
}

describe("row 3: calls that take a key", () => {
  it("do once what is sent twice, and refuse the key for anything else", async () => {
    expect(Object.keys(others).sort()).toEqual(keyedCalls.map(({ call }) => nameOf(call)).sort());
    const opened = await openValidRequests();
    const faults: string[] = [];
    for (const keyed of keyedCalls) faults.push(...(await findFaults(opened, keyed)));
    report({
      check: "each call with a key: three at once, once more, and with another body",
      target: "one effect, the same answer; another body 409",
      figure: `${keyedCalls.length} calls × 5 requests`,
      faults,
    });
  });

  control("is found in a shop that forgets what it answered", async () => {
    const faulty = await openValidRequests({ faults: ["forgetAnswers"], expectedComplaints: /./ });
    const stock = keyedCalls.find(({ call }) => call.path === "/parts/:id/stock") as KeyedCall;
    expect(await findFaults(faulty, stock)).not.toEqual([]);
  });
});
