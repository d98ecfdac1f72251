// Row 13: another customer's id and a missing id get the same refusal, byte for byte.
import { describe, expect, it } from "vitest";
import { type Call, callRoot } from "#contract/call.ts";
import type { OwnCompany } from "#contract/companies.ts";
import type { CarPage } from "#contract/garage.ts";
import { createAuthenticator } from "#tests/builders/authenticator.ts";
import { aDocument } from "#tests/builders/document.ts";
import { addArden } from "#tests/builders/vehicle.ts";
import { placeOrder, type StockedPart } from "#tests/orders.ts";
import { addPasskey } from "#tests/passkeys.ts";
import { type SignedIn, signUp } from "#tests/people.ts";
import { addressOf, bodyOf, everyCall, nameOf, namesEmail, nothing } from "./calls.ts";
import { addPart, dropLetters } from "./orders.ts";
import { cookieOf } from "./people.ts";
import { control, full, report } from "./report.ts";
import { mapConcurrently, sendRequest } from "./send-request.ts";
import { changedSince, snapshot } from "./snapshot.ts";
import { type Options, type Shop, startShop } from "./start-shop.ts";

const strangers = full ? 1_000 : 3;

type Stranger = { email: string } & Record<
  | ("session" | "order" | "passkey" | "alert" | "address")
  | ("returned" | "document" | "car" | "service" | "member" | "invitation"),
  string
>;

async function addStrangers(shop: Shop, part: StockedPart): Promise<Stranger[]> {
  return mapConcurrently([...Array(strangers).keys()], async (at) => {
    // One network may neither make as many accounts nor have as many passwords hashed.
    const headers = { "x-forwarded-for": `20.${at >> 8}.${at % 256}.1` };
    const person = await signUp(shop, { name: "Secret name", headers });
    const { email } = person;
    const profile = { email, education: "Secret", location: "Secret", number: "1", img: "" };
    expect((await person.send("POST", "/api/updateUser", profile)).status).toBe(200);
    const order = await placeOrder(person, part, { phone: "Secret", address: "Secret" });
    const { body } = await person.get("/api/identity/sessions");
    const [session] = body as { _id: string }[];
    const passkey = await addPasskey(person, createAuthenticator(shop.url));
    const alert = crypto.randomUUID();
    await shop.database.query(
      `insert into stock_alerts (id, part_id, email, user_id, confirmed_at, expires_at)
        values ($1, gen_random_uuid(), $2, $3, now(), now() + interval '1 day')`,
      [alert, email, person.user._id],
    );
    const address = crypto.randomUUID();
    await shop.database.query(
      `insert into addresses (id, user_id, address) values ($1, $2, '{"city": "Secret"}')`,
      [address, person.user._id],
    );
    const returned = crypto.randomUUID();
    await shop.database.query(
      "insert into returns (id, order_id, free, request_key) values ($1, $2, true, $1)",
      [returned, order._id],
    );
    const document = await addInvoice(shop, order);
    const { car, service } = await addCar(person);
    const company = { member: person.user._id, invitation: await addCompany(person) };
    const ids = { alert, address, returned, document, car, service, ...company };
    const made = { order: order._id, passkey: passkey._id, session: session?._id ?? "" };
    return { email, ...ids, ...made };
  });
}

async function addInvoice({ database }: Shop, order: { _id: string }) {
  const id = crypto.randomUUID();
  await database.query(
    `with next as (
        insert into document_counters (series, year, last, last_on)
          values ('INV', 2026, 1, '2026-01-31')
          on conflict (series, year) do update set last = document_counters.last + 1
          returning last)
      insert into documents (id, series, year, number, order_id, cause, issued_on, total_cents,
          tax_cents, data)
        select $1, 'INV', 2026, last, $2, 'order', '2026-01-31', 100, 0, $3 from next`,
    [id, order._id, JSON.stringify(aDocument({ because: "Secret" }))],
  );
  return id;
}

async function addCar({ send }: SignedIn) {
  const entry = { doneOn: "2026-01-31", fitted: "Secret", odometer: null, note: "Secret" };
  const added = await send("POST", "/api/garage", { vehicle: 1, known: [], name: "Secret" });
  const { _id: car } = added.body as CarPage;
  const { body } = await send("POST", `/api/garage/${car}/services`, entry);
  return { car, service: (body as CarPage).book[0]?._id ?? "" };
}

/** Of one invitation. */
async function addCompany({ send }: SignedIn): Promise<string> {
  const details = { name: "Secret", address: "Secret", country: "DE", vatId: "" };
  expect((await send("POST", "/api/own-company", details)).status).toBe(200);
  const invited = { email: `secret.${crypto.randomUUID()}@example.com`, role: "buyer" };
  const { body } = await send("POST", "/api/own-company/invitations", invited);
  return (body as OwnCompany).company?.invitations[0]?._id ?? "";
}

/**
 * By which id a call names what is another's. A call that names e-mails needs no line here.
 * What removes a thing comes after the other calls that name it.
 */
const foreignIds: Record<string, (stranger: Stranger) => string> = {
  "DELETE /identity/sessions/:id": ({ session }) => session,
  "DELETE /identity/passkeys/:id": ({ passkey }) => passkey,
  "DELETE /stock-alerts/:id": ({ alert }) => alert,
  "DELETE /checkout/addresses/:id": ({ address }) => address,
  "DELETE /own-company/invitations/:id": ({ invitation }) => invitation,
  "PUT /own-company/members/:id": ({ member }) => member,
  "DELETE /own-company/members/:id": ({ member }) => member,
  "DELETE /cards/:id": () => "pm_of_a_stranger",
  "POST /orders/:id/pay": ({ order }) => order,
  "GET /garage/:id": ({ car }) => car,
  "PATCH /garage/:id": ({ car }) => car,
  "POST /garage/:id/services": ({ car }) => car,
  "DELETE /garage/services/:id": ({ service }) => service,
  "DELETE /garage/:id": ({ car }) => car,
  "POST /orders/:id/account": ({ order }) => order,
  "POST /orders/:id/again": ({ order }) => order,
  "POST /orders/:id/cancellations": ({ order }) => order,
  "GET /orders/:id/documents": ({ order }) => order,
  "GET /documents/:id/file.pdf": ({ document }) => document,
  "POST /orders/:id/returns": ({ order }) => order,
  "GET /orders/:id/returns": ({ order }) => order,
  "GET /returns/:id": ({ returned }) => returned,
  "DELETE /returns/:id": ({ returned }) => returned,
  "GET /orders/:id": ({ order }) => order,
  "GET /orders/:id/page": ({ order }) => order,
  "PATCH /orders/:id": ({ order }) => order,
  "DELETE /orders/:id": ({ order }) => order,
  "POST /create-payment-intent": ({ order }) => order,
};

const named = Object.keys(foreignIds);
const placeOf = (call: Call) => (namesEmail(call) ? named.length : named.indexOf(nameOf(call)));
const owned = everyCall
  .filter(({ who }) => who === "own" || who === "own-or-admin")
  .sort((a, b) => placeOf(a) - placeOf(b));

async function open(options: Options = {}) {
  const shop = await startShop({ env: { PROXIES: "127.0.0.1" }, ...options });
  await dropLetters(shop);
  await addArden(shop.database.url);
  const part = await addPart(shop);
  const people = await addStrangers(shop, part);
  const customer = await signUp(shop);
  await addCompany(customer);
  return { shop, part, people, customer };
}

type World = { shop: Shop; part: StockedPart; people: Stranger[]; customer: SignedIn };

function send({ shop, part, customer }: World, call: Call, email: string, id: string) {
  const named = { ...nothing, email, id };
  const valid = bodyOf(call, named);
  // What is ordered is there.
  const body = valid && "part" in valid ? { ...valid, part: part.id } : valid;
  const type = body && { "content-type": "application/json" };
  return sendRequest(shop.url, {
    method: call.method,
    path: addressOf(callRoot + call.path, named, call),
    headers: { ...cookieOf(customer), origin: shop.url, ...type },
    body: body && JSON.stringify(body),
  });
}

async function hitsOf(world: World, call: Call): Promise<string[]> {
  const idOf = foreignIds[nameOf(call)];
  if (!namesEmail(call) && !idOf) throw new Error(`${nameOf(call)} needs a line in foreignIds`);
  const hits = await mapConcurrently(world.people, async (stranger, at) => {
    const theirs = await send(world, call, stranger.email, idOf?.(stranger) ?? nothing.id);
    const missing = await send(world, call, `missing.${at}@example.com`, crypto.randomUUID());
    const isRefused = theirs.status === 403 || theirs.status === 404;
    const isAlike = theirs.status === missing.status && theirs.text === missing.text;
    if (isRefused && isAlike && !theirs.text.includes("Secret")) return [];
    return [`${nameOf(call)}: ${theirs.status}, of what is missing ${missing.status}`];
  });
  return hits.flat();
}

describe("row 13: what is another's", () => {
  it("is refused, and nobody learns whether it is there", async () => {
    const world = await open();
    const before = await snapshot(world.shop);
    const hits: string[] = [];
    for (const call of owned) hits.push(...(await hitsOf(world, call)));
    const changed = await changedSince(world.shop, before);
    report({
      check: "a customer asks for what is another's, and for what is not there",
      target: "1,000 ids a call: 0 hits, alike",
      figure: `${owned.length} calls × ${strangers} foreign and ${strangers} missing = ${owned.length * strangers * 2} requests`,
      faults: [...hits, ...changed],
    });
    expect(owned.map(nameOf)).toEqual(expect.arrayContaining(named));
  });

  control("is found in a shop that does not ask whose it is", async () => {
    const world = await open({ faults: ["ignoreOwner"] });
    for (const call of owned) {
      expect.soft(await hitsOf(world, call), nameOf(call)).toHaveLength(strangers);
    }
  });
});
