// Row 13: one customer asks for what is another's, by every call that names data of people. What
// is another's and what is not there must be answered alike, byte for byte.
import { sql } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import type { Call } from "#contract/call.ts";
import { callRoot } from "#contract/call.ts";
import { aPart } from "#seed/builders.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { type OpenShop, openShop } from "#tests/open-shop.ts";
import { signUp } from "#tests/people.ts";
import { ask, eachOf } from "./ask.ts";
import { newSession } from "./askers.ts";
import { full, report } from "./drill.ts";
import { addressOf, bodyOf, everyCall, namesEmail, nothing } from "./samples.ts";
import { snapshot } from "./snapshot.ts";

const many = full ? 1_000 : 20;

/** In place of what the product asks, when a test says so: known-bad variants without an owner. */
const known = vi.hoisted(() => ({ bad: false }));
vi.mock(import("#server/platform/http/access.ts"), async (original) => {
  const actual = await original();
  return {
    ...actual,
    ownershipRefusal: (...asked) => (known.bad ? undefined : actual.ownershipRefusal(...asked)),
  };
});
vi.mock(import("#server/modules/orders/store.ts"), async (original) => {
  const actual = await original();
  return {
    ...actual,
    findOrder: (db, id, userId) => actual.findOrder(db, id, known.bad ? undefined : userId),
  };
});
vi.mock(import("#server/modules/payments/store.ts"), async (original) => {
  const actual = await original();
  const { findOrder, findOrderAndPayment, findOrderAndLivePayment } = actual;
  return {
    ...actual,
    findOrder: (db, id, whose) => findOrder(db, id, known.bad ? "anybody" : whose),
    findOrderAndPayment: (db, id, whose, intentId) =>
      findOrderAndPayment(db, id, known.bad ? "anybody" : whose, intentId),
    findOrderAndLivePayment: (db, id, whose) =>
      findOrderAndLivePayment(db, id, known.bad ? "anybody" : whose),
  };
});
vi.mock(import("#server/modules/identity/sessions.ts"), async (original) => {
  const actual = await original();
  return {
    ...actual,
    endOwnSession: async (db, userId, id) => {
      if (!known.bad) return actual.endOwnSession(db, userId, id);
      const ended = await db.execute(`delete from sessions where id = '${id}' returning id`);
      return ended.rows.length > 0;
    },
  };
});

/** Who are asked about: each with a profile, a session and an order of their own. */
async function addOthers({ db }: OpenShop["shop"]) {
  const others = Array.from({ length: many }, (_, at) => ({
    id: newId(),
    session: newId(),
    profile: newId(),
    order: newId(),
    email: `other.${at}@example.com`,
  }));
  for (const { id, session, profile, order, email } of others) {
    await db.execute(
      sql`insert into users (id, email, name) values (${id}, ${email}, 'Secret name')`,
    );
    await db.execute(sql`insert into sessions (id, token_hash, user_id, agent, address, expires_at) values
      (${session}, ${Buffer.from(session)}, ${id}, 'Secret agent', '', now() + interval '1 day')`);
    await db.execute(sql`insert into profiles (id, user_id, education, location, number, img) values
      (${profile}, ${id}, 'Secret education', 'Secret location', '1', '')`);
    await db.execute(sql`insert into orders (id, user_id, part_id, request_key, request_hash, name, email,
        phone, address, product_name, quantity, price_cents, total_cents)
      values (${order}, ${id}, ${newId()}, ${newId()}, '', 'Secret name', ${email}, 'Secret phone',
        'Secret address', 'Secret product', 5, 4550, 22750)`);
  }
  return others;
}

type Other = Awaited<ReturnType<typeof addOthers>>[number];

/** By which id a call names what is another's. A call that names e-mails needs no line here. */
const foreignIds: Record<string, (other: Other) => string> = {
  "DELETE /identity/sessions/:id": (other) => other.session,
  "GET /orders/:id": (other) => other.order,
  "PATCH /orders/:id": (other) => other.order,
  "DELETE /orders/:id": (other) => other.order,
  "POST /create-payment-intent": (other) => other.order,
};

const owned = everyCall.filter(({ who }) => who === "own" || who === "own-or-admin");

async function openCustomer() {
  const shop = await openShop({ parts: [aPart()] });
  // What right requests order.
  await shop.shop.db.execute(sql`update parts set id = ${nothing.id}`);
  const customer = await signUp(shop);
  const { cookie } = await newSession(shop, customer.user._id);
  return { shop, customer, cookie };
}

type Customer = Awaited<ReturnType<typeof openCustomer>>;

function requestOf(call: Call, email: string, id: string, { cookie }: Customer) {
  const named = { ...nothing, email, id };
  const body = bodyOf(call, named);
  return {
    method: call.method,
    path: addressOf(callRoot + call.path, named, call),
    headers: { ...cookie, ...(body && { "content-type": "application/json" }) },
    body: body && JSON.stringify(body),
  };
}

/** Each asked for twice: what is another's, and the same of nobody. */
async function hitsOf(call: Call, others: Other[], customer: Customer): Promise<string[]> {
  const name = `${call.method} ${call.path}`;
  const idOf = foreignIds[name];
  if (!namesEmail(call) && !idOf) throw new Error(`${name} needs foreign ids in this drill`);
  const { url } = customer.shop;
  const hits = await eachOf(others, async (other, at) => {
    const foreign = requestOf(call, other.email, idOf?.(other) ?? nothing.id, customer);
    const missing = requestOf(call, `missing.${at}@example.com`, newId(), customer);
    const [its, nobodys] = [await ask(url, foreign), await ask(url, missing)];
    const isRefused = its.status === 403 || its.status === 404;
    const isAlike = its.status === nobodys.status && its.text === nobodys.text;
    if (isRefused && isAlike && !its.text.includes("Secret")) return [];
    return [`${foreign.method} ${foreign.path}: ${its.status}, of nobody ${nobodys.status}`];
  });
  return hits.flat();
}

describe("row 13: what is another's", () => {
  it("is refused, and nobody learns whether it is there", async () => {
    const customer = await openCustomer();
    const others = await addOthers(customer.shop.shop);
    const before = await snapshot(customer.shop);
    const hits: string[] = [];
    for (const call of owned) hits.push(...(await hitsOf(call, others, customer)));
    const isUntouched = JSON.stringify(await snapshot(customer.shop)) === JSON.stringify(before);
    report({
      row: 13,
      check: "a customer asks for what is another's, and for what is not there",
      target: "1,000 ids a route: 0 hits, alike",
      figure: `${owned.length} routes × ${many} foreign and ${many} missing = ${owned.length * many * 2} asked, ${hits.length} hits`,
      pass: hits.length === 0 && isUntouched,
    });
    expect(hits).toEqual([]);
    expect(isUntouched).toBe(true);
    expect(owned.map(({ method, path }) => `${method} ${path}`)).toEqual(
      expect.arrayContaining(Object.keys(foreignIds)),
    );
  });

  it("would be told, were it not asked whose it is", async () => {
    const customer = await openCustomer();
    const others = await addOthers(customer.shop.shop);
    known.bad = true;
    try {
      for (const call of owned) {
        expect(await hitsOf(call, others, customer), call.path).toHaveLength(many);
      }
    } finally {
      known.bad = false;
    }
  });
});
