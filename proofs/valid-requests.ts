// A shop with something in it, and for every call a request of an admin that succeeds.
// What the calls of a module need is in valid-requests/.

import { expect } from "vitest";
import { type Call, callRoot } from "#contract/call.ts";
import { addArden } from "#tests/builders/vehicle.ts";
import { placeOrder } from "#tests/orders.ts";
import { type SignedIn, signIn, signUp } from "#tests/people.ts";
import { addressOf, bodyOf, nothing, quantity } from "./calls.ts";
import { clearLimits } from "./database.ts";
import { addPart, adminOf } from "./orders.ts";
import { cookieOf } from "./people.ts";
import type { SentRequest } from "./send-request.ts";
import { type Options, type Shop, startShop } from "./start-shop.ts";
import {
  addImport,
  addPartType,
  addReview,
  catalogIds,
  previewOf,
  reviewFor,
} from "./valid-requests/catalog.ts";
import { checkoutFor, checkoutIds } from "./valid-requests/checkout.ts";
import { accountCompanyFor, companyFor } from "./valid-requests/companies.ts";
import {
  emailChangeFor,
  identityIds,
  letterSecretsFor,
  passkeyFor,
  secondStepFor,
  signInCodeFor,
} from "./valid-requests/identity.ts";
import { addOrderLink, linkedPaymentFor, orderFor, orderIds } from "./valid-requests/orders.ts";
import type { IdMakers, ProofShop, Thing } from "./valid-requests/proof-shop.ts";
import {
  addReceipt,
  addWithdrawalLink,
  linkedReturnFor,
  returnFor,
  returnIds,
} from "./valid-requests/returns.ts";
import { addStockAlert, stockAlertIds } from "./valid-requests/stock-alerts.ts";
import { repairFor, vehicleEditFor, vehicleIds } from "./valid-requests/vehicles.ts";
import { addWebhook, clearWebhooks } from "./valid-requests/webhooks.ts";

const isOfOrder =
  /^\/(orders\/:id|create-payment-intent|order-links\/(document|returns$)|shipments\/:id\/losses|returns.*:)/;
const isNamed =
  /^(\w+ \/part-types\/:slug|\w+ \/repairs\/:slug.*|POST \/repairs|\w+ \/own-company.*|POST \/vehicle-(codes|changes))$/;

/** Another person each time: what they do must not change how the admin signs in. */
const isOfNewcomer =
  /^\/own-data\/delete$|^\/identity\/(passkeys|sign-in\/|email|second-step(?!\/reset))/;

export type ValidRequest = SentRequest & { headers: { cookie: string } };

export type ValidRequests = {
  shop: Shop;
  admin: SignedIn;
  /** As a page of the shop sends it, in a session that is still open. */
  validRequest(call: Call): Promise<ValidRequest>;
};

/** Few passwords may be entered from one network. */
function inManyNetworks(shop: Shop): Shop {
  let networks = 0;
  return {
    ...shop,
    request(path, init = {}) {
      const headers = new Headers(init.headers);
      headers.set("x-forwarded-for", `20.${++networks >> 8}.${networks & 255}.1`);
      return shop.request(path, { ...init, headers });
    },
  };
}

export async function openValidRequests(options: Options = {}): Promise<ValidRequests> {
  const shop = inManyNetworks(await startShop({ ...options, env: { PROXIES: "127.0.0.1" } }));
  // Webhooks would write while a proof compares what is stored.
  shop.cards.faults({ webhooks: "hold" });
  const { query } = shop.database;
  const admin = await adminOf(shop);
  let session: SignedIn = admin;
  const part = await addPart(shop);
  await placeOrder(admin, part, { quantity });
  await addArden(shop.database.url);

  /** Some calls end the session in which they are made. */
  async function openSession(): Promise<void> {
    const { body } = await session.get("/api/identity/session");
    if ((body as { user: unknown }).user === null) session = await signIn(shop, admin);
    // Helpers that act as this admin do so in the same session.
    for (const [name, value] of session.cookies) admin.cookies.set(name, value);
  }

  const [before] = await query<{ hash: string }>(
    "select password_hash as hash from users where id = $1",
    [admin.user._id],
  );
  /** A proof may put its own text where a call takes the new password. */
  const restorePassword = () =>
    query("update users set password_hash = $1 where id = $2", [before?.hash, admin.user._id]);

  const at: ProofShop = {
    shop,
    query,
    admin,
    part,
    get session() {
      return session;
    },
    newest: async (table, order) =>
      (await query<{ id: string }>(`select id from ${table} order by ${order} desc limit 1`))[0]
        ?.id,
  };

  async function addFailedJob(): Promise<string> {
    const id = crypto.randomUUID();
    await query(
      `insert into jobs (id, kind, last_error, failed_at, last_run_at)
       values ($1, 'of the proof', 'not now', now(), now())`,
      [id],
    );
    return id;
  }

  async function personFor() {
    const { user, email } = await signUp(shop);
    return { id: user._id, email };
  }

  const idMakers: IdMakers = {
    "/jobs/:id/retry": addFailedJob,
    ...catalogIds(at),
    ...vehicleIds(at),
    ...checkoutIds(at),
    ...orderIds(at),
    ...returnIds(at),
    ...identityIds(at),
    ...stockAlertIds(at),
  };

  async function secretsFor(call: Call): Promise<Thing> {
    if (/^\/stock-alerts\/(confirm|stop)/.test(call.path)) return addStockAlert(at);
    if (/^\/order-links\/((returns\/)?read|again)$/.test(call.path)) return addOrderLink(at);
    if (/^\/order-links\/(payment|paid)$/.test(call.path)) return linkedPaymentFor(at, call);
    if (call.path === "/withdrawals/receipt.pdf") return addReceipt(at);
    if (call.path === "/withdrawals/confirm") return addWithdrawalLink(at);
    return letterSecretsFor(at, call);
  }

  async function namedFor(call: Call): Promise<Thing> {
    if (call.path.startsWith("/own-company")) return companyFor(at, call);
    if (call.path.startsWith("/vehicle-")) return vehicleEditFor(call);
    if (call.path === "/part-types/:slug") return { slug: await addPartType(at) };
    return repairFor(at, call);
  }

  function ofOrder(call: Call): Promise<Thing> {
    const { path } = call;
    if (path === "/order-links/returns") return linkedReturnFor(at, call);
    return /^\/(orders\/:id\/)?returns/.test(path) ? returnFor(at, call) : orderFor(at, call);
  }

  /** What it names must be there, and nothing that other calls need may be changed. */
  async function thingFor(call: Call): Promise<Thing> {
    const { path } = call;
    if (isOfOrder.test(path)) return ofOrder(call);
    if (path === "/user/admin/:email") return { email: (await signUp(shop)).email };
    if (path === "/fit/ask") return { body: { part: part.id } };
    if (path.startsWith("/people/:id")) return personFor();
    if (path.startsWith("/companies/:id")) return accountCompanyFor(at, path);
    if (path.startsWith("/webhooks/:id")) return { id: await addWebhook(at) };
    if (path.startsWith("/imports/:id")) return { id: await addImport(at, call) };
    if (isNamed.test(`${call.method} ${path}`)) return namedFor(call);
    if (/^\/reviews\/:id|own-review$/.test(path)) return reviewFor(at, call);
    return { id: (await idMakers[path]?.(call)) ?? part.id };
  }

  await addReview(at);

  /** An import that was begun would write while a proof compares what is stored. */
  const waitForImports = () =>
    expect
      .poll(() => query("select from imports where state in ('checking', 'applying', 'undoing')"))
      .toEqual([]);

  async function validRequest(call: Call) {
    await waitForImports();
    await clearWebhooks({ query });
    // A mailbox gets few letters within an hour, and a person may write few reviews within a day.
    await clearLimits({ query });
    await restorePassword();
    await openSession();
    const newcomer = isOfNewcomer.test(call.path) ? await signUp(shop) : undefined;
    const person = newcomer ?? session;
    const { email, password } = newcomer ?? admin;
    const secrets = await secretsFor(call);
    const passkey = await passkeyFor(at, call, person);
    const emailChange = await emailChangeFor(at, call, person);
    const secondStep = await secondStepFor(at, call, person);
    const signInCode = await signInCodeFor(at, call, person);
    const thing = { ...(await thingFor(call)), ...(passkey.id && { id: passkey.id }) };
    const { body: own, ...ids } = thing;
    const named = {
      ...nothing,
      email,
      password,
      ...secrets,
      ...ids,
      ...secondStep,
      ...signInCode,
    };
    const sent = bodyOf(call, named);
    const checkout = await checkoutFor(at, call);
    const body = sent && {
      ...sent,
      ...(await previewOf(at, call)),
      ...passkey.body,
      ...emailChange.body,
      ...checkout,
      ...own,
    };
    return {
      method: call.method,
      path: addressOf(callRoot + call.path, named, call),
      headers: {
        ...cookieOf(person),
        origin: shop.url,
        ...(body && { "content-type": "application/json" }),
      },
      body: body && JSON.stringify(body),
    };
  }
  return { shop, admin, validRequest };
}
