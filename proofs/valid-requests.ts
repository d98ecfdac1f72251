// A shop with something in it, and for every call a request of an admin that succeeds.

import { expect } from "vitest";
import type { Application } from "#contract/applications.ts";
import type { BulkPreview } from "#contract/bulk-edits.ts";
import { type Call, callRoot } from "#contract/call.ts";
import type { Checkout } from "#contract/checkout.ts";
import type { CarPage } from "#contract/garage.ts";
import type { LegalText } from "#contract/legal.ts";
import type { MissedSearch } from "#contract/missed-searches.ts";
import type { PartRecord } from "#contract/part-edits.ts";
import type { PartTypeRecord } from "#contract/part-types.ts";
import type { Return } from "#contract/returns.ts";
import type { SettingsRecord } from "#contract/settings.ts";
import type { Shipment } from "#contract/shipments.ts";
import { aPart, aReview } from "#seed/builders.ts";
import { createAuthenticator } from "#tests/builders/authenticator.ts";
import { aDeliveryMethod, aDiscount } from "#tests/builders/settings.ts";
import { addArden, anApplication, anArden } from "#tests/builders/vehicle.ts";
import { applyImport, checkFile } from "#tests/imports.ts";
import { placeOrder } from "#tests/orders.ts";
import { codeOfLetter, tokenOfLetter } from "#tests/outbox.ts";
import { addPasskey, askToAdd, askToSignIn } from "#tests/passkeys.ts";
import { type SignedIn, signIn, signUp } from "#tests/people.ts";
import { beginSignIn, openApp, setUpApp } from "#tests/second-steps.ts";
import { addressOf, bodyOf, type Named, nothing, quantity } from "./calls.ts";
import { clearLimits } from "./database.ts";
import { lettersOf, resetTokenFor } from "./letters.ts";
import { addPart, adminOf, clientSecretFor, intentIn, placeAndPay } from "./orders.ts";
import { cookieOf } from "./people.ts";
import type { SentRequest } from "./send-request.ts";
import { type Options, type Shop, startShop } from "./start-shop.ts";

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

export async function openValidRequests(options: Options = {}): Promise<ValidRequests> {
  const shop = await startShop(options);
  // Webhooks would write while a proof compares what is stored.
  shop.cards.faults({ webhooks: "hold" });
  const { query } = shop.database;
  const admin = await adminOf(shop);
  let session: SignedIn = admin;
  const part = await addPart(shop);
  await placeOrder(admin, part, { quantity });
  await addArden(shop.database.url);

  /** Some calls end the session in which they are made. */
  async function openSession(): Promise<SignedIn> {
    const { body } = await session.get("/api/identity/session");
    if ((body as { user: unknown }).user === null) session = await signIn(shop, admin);
    // Helpers that act as this admin do so in the same session.
    for (const [name, value] of session.cookies) admin.cookies.set(name, value);
    return session;
  }

  const [before] = await query<{ hash: string }>(
    "select password_hash as hash from users where id = $1",
    [admin.user._id],
  );
  /** A proof may put its own text where a call takes the new password. */
  const restorePassword = () =>
    query("update users set password_hash = $1 where id = $2", [before?.hash, admin.user._id]);

  const newest = async (table: string, order: string) =>
    (await query<{ id: string }>(`select id from ${table} order by ${order} desc limit 1`))[0]?.id;

  async function addReview(): Promise<string | undefined> {
    // The same text again would be the same review.
    const review = aReview({ description: crypto.randomUUID() });
    await session.send("POST", "/api/reviews", review);
    return newest("reviews", "position");
  }

  /** Of an order that was cancelled after it was paid, and that the provider refused to refund. */
  async function addRefusedRefund(): Promise<string> {
    const { _id } = await placeAndPay(shop, session, part);
    await query("update orders set state = 'refunding', closed_at = now() where id = $1", [_id]);
    await query(
      `insert into refunds (id, payment_id, order_id, amount_cents, reason, noes, next_try_at)
       select uuidv7(), id, order_id, amount_cents, 'cancelled', 3, now() + interval '1 day'
       from payments where order_id = $1`,
      [_id],
    );
    return _id;
  }

  async function addFailedJob(): Promise<string> {
    const id = crypto.randomUUID();
    await query(
      `insert into jobs (id, kind, last_error, failed_at, last_run_at)
       values ($1, 'of the proof', 'not now', now(), now())`,
      [id],
    );
    return id;
  }

  async function addPriceChange(): Promise<string> {
    const { id } = await addPart(shop);
    await session.send("PATCH", `/api/parts/${id}`, { price: 9.5 });
    return (await newest("audit_log", "id")) ?? "";
  }

  async function addAddress(): Promise<string> {
    const address = { name: "Ada", street: crypto.randomUUID(), postcode: "", city: "Kiel" };
    const sent = { address: { ...address, country: "DE", phone: "" } };
    const { body } = await session.send("PATCH", "/api/checkout", sent);
    return (body as Checkout).addresses[0]?._id ?? "";
  }

  async function addPartType(): Promise<string> {
    const name = `Type ${crypto.randomUUID()}`;
    const { body } = await session.send("POST", "/api/part-types", { name });
    return (body as PartTypeRecord).slug;
  }

  async function addApiKey(): Promise<string> {
    const { body } = await session.send("POST", "/api/api-keys", { name: "Key", role: "orders" });
    return (body as { _id: string })._id;
  }

  async function personFor() {
    const { user, email } = await signUp(shop);
    return { id: user._id, email };
  }

  async function addTypedPart(): Promise<string> {
    const { body } = await session.send("POST", "/api/parts", aPart({ type: anArden.type }));
    return (body as { insertedId: string }).insertedId;
  }

  async function addApplication(): Promise<string> {
    const sent = anApplication();
    const added = await session.send(
      "POST",
      `/api/parts/${await addTypedPart()}/applications`,
      sent,
    );
    return (added.body as Application)._id;
  }

  async function addCar(): Promise<CarPage> {
    const car = await session.send("POST", "/api/garage", { vehicle: 1, known: [] });
    const entry = { doneOn: "2026-01-31", fitted: "Oil", odometer: null, note: "" };
    const path = `/api/garage/${(car.body as CarPage)._id}/services`;
    return (await session.send("POST", path, entry)).body as CarPage;
  }

  async function addMissedSearch(): Promise<string> {
    await session.get(`/api/search?q=${crypto.randomUUID().replaceAll("-", " ")}`);
    const { body } = await session.get("/api/missed-searches?sort=last-down&limit=1");
    return (body as MissedSearch[])[0]?._id ?? "";
  }

  async function addImport({ path }: Call): Promise<string> {
    const { id } = await addPart(shop);
    const { number } = (await session.get(`/api/parts/${id}/record`)).body as PartRecord;
    const checked = await checkFile(session, "prices", `part,price\n${number},9.50\n`);
    if (path.endsWith("/undo")) await applyImport(session, checked);
    return checked._id;
  }

  /** What was shown before many parts are changed. */
  async function previewOf({ path }: Call, body: Record<string, unknown> | undefined) {
    if (path !== "/bulk-edits" || !body) return {};
    const { select, change } = body;
    const preview = await session.send("POST", "/api/bulk-edits/preview", { select, change });
    return { seen: (preview.body as BulkPreview).seen };
  }

  /** The admin's own, where the call is about one; charged, where that is to be reported. */
  async function orderFor({ path, method }: Call): Promise<{ id: string; payment?: string }> {
    if (path.endsWith("/settled-elsewhere")) return { id: await addRefusedRefund() };
    if (/\/(refunds|shipments)$/.test(path))
      return { id: (await placeAndPay(shop, session, part))._id };
    const order = await placeOrder(session, part, { quantity });
    if (method !== "PATCH") return { id: order._id };
    const secret = await clientSecretFor(session, order);
    await shop.cards.pay(secret);
    return { id: order._id, payment: intentIn(secret) };
  }

  /** An order that was sent, or a return of it, in the state that the call is about. */
  async function returnFor({ path, method }: Call): Promise<{ id: string; body?: object }> {
    const order = await placeAndPay(shop, session, part);
    const sent = { key: crypto.randomUUID() };
    await session.send("POST", `/api/orders/${order._id}/shipments`, sent);
    const line = order.lines[0]?._id ?? "";
    const asked = { line, quantity: 1, reason: "not_needed", note: "" };
    const body = { key: crypto.randomUUID(), lines: [asked] };
    if (path.endsWith("/returns")) return { id: order._id, ...(method === "POST" && { body }) };
    const address = `/api/orders/${order._id}/returns`;
    const { _id: id } = (await session.send("POST", address, body)).body as Return;
    if (!path.endsWith("/closing")) return { id };
    const found = { line, restock: 1, scrap: 0, condition: "new", resolution: "refund" };
    for (const [at, step] of [
      { step: "approve", free: true },
      { step: "receive", lines: [{ line, pieces: 1 }] },
      { step: "inspect", lines: [found] },
    ].entries()) {
      const taken = { ...step, version: at + 1 };
      expect((await session.send("PATCH", `/api/returns/${id}`, taken)).status).toBe(200);
    }
    return { id, body: { version: 4 } };
  }

  async function addWithdrawal(): Promise<string> {
    const stated = { name: "Ada", email: admin.email, orderNumber: "no number", goods: "" };
    await session.send("POST", "/api/withdrawals", { key: crypto.randomUUID(), ...stated });
    return (await newest("withdrawals", "id")) ?? "";
  }

  /** Of the admin, whose e-mail is not verified, so that a letter with a link comes. */
  async function addStockAlert(): Promise<{ id: string; token: string }> {
    const { id: part } = await addPart(shop, { availablQuantity: 0 });
    await query("update users set email_verified_at = null where id = $1", [admin.user._id]);
    const letters = async () =>
      (await lettersOf(shop)).filter((letter) => letter.includes("/stock-alert#token="));
    const before = (await letters()).length;
    await session.send("POST", "/api/stock-alerts", { part });
    await expect.poll(async () => (await letters()).length).toBeGreaterThan(before);
    const token = tokenOfLetter((await letters()).at(-1) ?? "");
    return { id: (await newest("stock_alerts", "created_at")) ?? "", token };
  }

  async function secretsFor({ path }: Call) {
    if (/^\/stock-alerts\/(confirm|stop)/.test(path)) return addStockAlert();
    if (path === "/order-links/read") return addOrderLink();
    if (!/^\/identity\/(reset|verify-email)/.test(path)) return {};
    // One that another request asked for must not be taken for the one asked for here.
    await expect.poll(() => query("select from jobs where kind = 'letter' limit 1")).toEqual([]);
    if (path === "/identity/reset") return { token: await resetTokenFor(admin.email, shop) };
    await query("update users set email_verified_at = null where id = $1", [admin.user._id]);
    const letters = async () => (await lettersOf(shop)).filter((letter) => codeOfLetter(letter));
    const before = (await letters()).length;
    await session.send("POST", "/api/identity/verify-email/letter");
    await expect.poll(async () => (await letters()).length).toBeGreaterThan(before);
    const letter = (await letters()).at(-1) ?? "";
    return { token: tokenOfLetter(letter), code: codeOfLetter(letter).replace(" ", "") };
  }

  /** A review of the shop; or a part that the admin has bought, and has reviewed where the call removes that. */
  async function reviewFor(call: Call): Promise<{ id: string }> {
    if (call.path === "/reviews/:id") return { id: (await addReview()) ?? "" };
    await placeAndPay(shop, session, part);
    const review = { name: "Ada", ratting: 5, description: "Fits.", picture: "" };
    if (call.method === "DELETE") {
      await session.send("PUT", `/api/parts/${part.id}/own-review`, review);
    }
    return { id: part.id };
  }

  /** Of a key that the person has, or is about to add. */
  async function passkeyFor(
    { path, method }: Call,
    person: SignedIn,
  ): Promise<{ id?: string; body?: object }> {
    const key = createAuthenticator(shop.url);
    if (path === "/identity/passkeys" && method === "POST") {
      return { body: key.make(await askToAdd(person)) };
    }
    const isAnswered = path === "/identity/sign-in/passkey";
    if (!isAnswered && path !== "/identity/passkeys/:id") return {};
    const { _id: id } = await addPasskey(person, key);
    return { id, ...(isAnswered && { body: key.answer(await askToSignIn(person)) }) };
  }

  /** A change of e-mail that was begun, where the call is about one. */
  async function emailChangeFor({ path, method }: Call, person: SignedIn) {
    if (!path.startsWith("/identity/email") || method === "GET") return {};
    const newEmail = `${crypto.randomUUID()}@example.com`;
    if (method === "POST" && path === "/identity/email") return { body: { newEmail } };
    await person.send("POST", "/api/identity/email", { newEmail });
    if (method === "DELETE") return {};
    const link = /change-email#token=([\w-]+)/;
    const find = async () =>
      (await lettersOf(shop))
        .filter((letter) => letter.includes(newEmail))
        .join()
        .match(link)?.[1];
    await expect.poll(find, { timeout: 20_000 }).toBeTruthy();
    return { body: { token: await find() } };
  }

  async function signInCodeFor({ path }: Call, { email, send }: SignedIn): Promise<object> {
    if (path !== "/identity/sign-in/code/enter") return {};
    await send("POST", "/api/identity/sign-in/code", { email });
    const find = async () =>
      (await lettersOf(shop))
        .filter((letter) => letter.includes(email))
        .join()
        .match(/your code: (\d{3} \d{3})/)?.[1];
    await expect.poll(find, { timeout: 20_000 }).toBeTruthy();
    return { code: await find() };
  }

  /** A second step, or a sign-in that waits for one, where the call is about it. */
  async function secondStepFor(
    { path, method }: Call,
    person: SignedIn,
  ): Promise<{ email?: string; code?: string }> {
    if (!path.includes("/second-step")) return {};
    if (path.endsWith("/reset")) return { email: (await signUp(shop)).email };
    if (path.endsWith("/app/confirm")) {
      const { body } = await person.send("POST", "/api/identity/second-step/app");
      return { code: openApp((body as { secret: string }).secret)() };
    }
    if (method === "GET" || (method === "POST" && path.endsWith("/app"))) return {};
    const app = await setUpApp(person);
    if (path.includes("/sign-in/")) await beginSignIn(person, person);
    return { code: app.code() };
  }

  /** Packed, so that it can still move. */
  async function addShipment(): Promise<string> {
    const { _id } = await placeAndPay(shop, session, part);
    const body = { key: crypto.randomUUID(), isPacked: true };
    const { body: packed } = await session.send("POST", `/api/orders/${_id}/shipments`, body);
    return (packed as Shipment)._id;
  }

  /** As a letter has it. */
  async function addOrderLink(): Promise<{ token: string }> {
    const { _id } = await placeOrder(session, part, { quantity });
    const token = crypto.randomUUID();
    await query(
      `insert into order_links (token_hash, order_id, expires_at)
       values (sha256($1::bytea), $2, now() + interval '1 day')`,
      [token, _id],
    );
    return { token };
  }

  const idMakers: Record<string, () => Promise<string>> = {
    "/shipments": async () => (await placeAndPay(shop, session, part))._id,
    "/shipments/:id": addShipment,
    "/user/:id": async () => (await signUp(shop)).user._id,
    "/identity/sessions/:id": async () => (await newest("sessions", "id")) ?? "",
    "/jobs/:id/retry": addFailedJob,
    "/undo/:auditId": addPriceChange,
    "/api-keys/:id": addApiKey,
    "/missed-searches/:id": addMissedSearch,
    "/parts/:id/applications": addTypedPart,
    "/applications/:id": addApplication,
    "/garage/:id": async () => (await addCar())._id,
    "/garage/:id/services": async () => (await addCar())._id,
    "/garage/services/:id": async () => (await addCar()).book[0]?._id ?? "",
    "/parts/:id": async () => (await addPart(shop)).id,
    "/withdrawals/:id": addWithdrawal,
    "/stock-alerts": async () => (await addPart(shop, { availablQuantity: 0 })).id,
    "/checkout/addresses/:id": addAddress,
    "/stock-alerts/:id": async () => (await addStockAlert()).id,
  };

  /** The present version of the settings or of a text; or a basket that can be ordered, and what that costs. */
  async function checkoutFor({ path, method }: Call): Promise<object> {
    if (path === "/settings" && method === "PUT") {
      const { body } = await session.get("/api/settings");
      const all = body as SettingsRecord[];
      return { version: all.find(({ section }) => section === "company")?.version ?? 0 };
    }
    if (path === "/legal/:page" && method === "PUT") {
      const { body } = await session.get("/api/legal/terms");
      return { version: (body as LegalText).version, text: crypto.randomUUID() };
    }
    if (path === "/checkout" && method === "PATCH") return { reference: "PO 4711" };
    if (path === "/basket/codes/:code") await saveDiscount();
    if (path.startsWith("/basket/share")) return shareBasket();
    if (path !== "/checkout/place") return {};
    await saveDelivery();
    const lines = [{ part: part.id, quantity }];
    await session.send("PUT", "/api/basket/lines", { lines });
    const address = { name: "Ada", street: "Kaistr. 4", postcode: "", city: "Kiel", phone: "" };
    const sent = { address: { ...address, country: "DE" } };
    const { body } = await session.send("PATCH", "/api/checkout", sent);
    return { key: crypto.randomUUID(), expectedTotal: (body as Checkout).quote.total };
  }

  async function shareBasket(): Promise<{ token: string }> {
    const lines = [{ part: part.id, quantity }];
    await session.send("PUT", "/api/basket/lines", { lines });
    const { body } = await session.send("POST", "/api/basket/share");
    return { token: (body as { token: string }).token };
  }

  /** To everywhere. */
  async function saveDelivery(): Promise<void> {
    const { body } = await session.get("/api/settings");
    const all = body as SettingsRecord[];
    const version = all.find(({ section }) => section === "delivery")?.version;
    if (version !== 0) return;
    const zones = [{ id: "home", name: "Home", places: [{ country: "*" }] }];
    const value = { zones, methods: [aDeliveryMethod()], holidays: [] };
    const saved = await session.send("PUT", "/api/settings", {
      ...{ section: "delivery", version, value },
    });
    expect(saved.status).toBe(200);
  }

  /** Its code is what an address has for a name that nothing is known of. */
  async function saveDiscount(): Promise<void> {
    const { body } = await session.get("/api/settings");
    const all = body as SettingsRecord[];
    const version = all.find(({ section }) => section === "discounts")?.version;
    if (version !== 0) return;
    const value = { groups: [], discounts: [aDiscount({ code: "SAMPLE" })], priceLists: [] };
    await session.send("PUT", "/api/settings", { section: "discounts", version, value });
  }

  /** What it names must be there, and nothing that other calls need may be changed. */
  async function thingFor(call: Call): Promise<Partial<Named> & { body?: object }> {
    const { path } = call;
    if (/^\/(orders\/:id\/)?returns/.test(path) && path.includes(":")) return returnFor(call);
    if (/^\/(orders\/:id|create-payment-intent)/.test(path)) return orderFor(call);
    if (path === "/user/admin/:email") return { email: (await signUp(shop)).email };
    if (path.startsWith("/people/:id")) return personFor();
    if (path.startsWith("/imports/:id")) return { id: await addImport(call) };
    if (path === "/part-types/:slug") return { slug: await addPartType() };
    if (/^\/reviews\/:id|own-review$/.test(path)) return reviewFor(call);
    return { id: (await idMakers[path]?.()) ?? part.id };
  }

  await addReview();

  /** An import that was begun would write while a proof compares what is stored. */
  const waitForImports = () =>
    expect
      .poll(() => query("select from imports where state in ('checking', 'applying', 'undoing')"))
      .toEqual([]);

  async function validRequest(call: Call) {
    await waitForImports();
    // A mailbox gets few letters within an hour, and a person may write few reviews within a day.
    await clearLimits({ query });
    await restorePassword();
    await openSession();
    const newcomer = isOfNewcomer.test(call.path) ? await signUp(shop) : undefined;
    const { email, password } = newcomer ?? admin;
    const secrets = await secretsFor(call);
    const passkey = await passkeyFor(call, newcomer ?? session);
    const emailChange = await emailChangeFor(call, newcomer ?? session);
    const secondStep = await secondStepFor(call, newcomer ?? session);
    const signInCode = await signInCodeFor(call, newcomer ?? session);
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
    const checkout = await checkoutFor(call);
    const body = sent && {
      ...sent,
      ...(await previewOf(call, sent)),
      ...passkey.body,
      ...emailChange.body,
      ...checkout,
      ...own,
    };
    return {
      method: call.method,
      path: addressOf(callRoot + call.path, named, call),
      headers: {
        ...cookieOf(newcomer ?? session),
        origin: shop.url,
        ...(body && { "content-type": "application/json" }),
      },
      body: body && JSON.stringify(body),
    };
  }
  return { shop, admin, validRequest };
}
