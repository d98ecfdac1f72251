// A shop with something in it, and for every call a request that succeeds, by an admin.
import { sql } from "drizzle-orm";
import type { Call } from "#contract/call.ts";
import { callRoot } from "#contract/call.ts";
import { aPart, aReview } from "#seed/builders.ts";
import { addPart } from "#server/modules/catalog/store.ts";
import { addResetToken } from "#server/modules/identity/credentials.ts";
import { addVerification } from "#server/modules/identity/email-verification.ts";
import { addReviews } from "#server/modules/reviews/store.ts";
import { recordOperatorAction } from "#server/platform/audit/record-action.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import type { OpenShop } from "#tests/open-shop.ts";
import {
  createClientSecret,
  intentIdOf,
  openPayingShop,
  orderAndPay,
  orderFirstPart,
} from "#tests/paying-shop.ts";
import { type SignedIn, signUp, signUpAdmin } from "#tests/people.ts";
import { addressOf, bodyOf, quantity } from "../proofs/calls.ts";
import { newSession } from "./askers.ts";

export type RightRequest = {
  method: string;
  path: string;
  /** Who asks; where a page would say that it comes from is not among it. */
  cookie: string;
  body: Record<string, unknown> | undefined;
};

export type Opened = {
  shop: OpenShop;
  admin: SignedIn;
  /** In a session of its own, because some calls end the session in which they are made. */
  rightRequest(call: Call): Promise<RightRequest>;
};

export async function openWithRightRequests(): Promise<Opened> {
  // What the provider tells by itself would be written while a drill looks at what is written.
  const shop = await openPayingShop({ webhooks: "hold" });
  const { db } = shop.shop;
  await addReviews(db, [aReview()]);
  const admin = await signUpAdmin(shop);
  const customer = await signUp(shop);
  await orderFirstPart(shop, admin);
  // So that there is something in every list.
  await recordOperatorAction(db, { action: "make-admin", about: admin.user._id });
  const [part] = await queryRows<{ id: string }>(db, sql`select id from parts`);

  async function rightRequest(call: Call): Promise<RightRequest> {
    const shown = await newSession(shop, admin.user._id);
    // The one from when they came may have been ended, or be one too many by now.
    const [name = "", value = ""] = shown.cookie.cookie?.split("=") ?? [];
    admin.cookies.set(name, value);
    const [session] = await queryRows<{ id: string }>(
      db,
      sql`
      select id from sessions order by created_at desc limit 1`,
    );
    const { id: orderId, payment } = await anOrderFor(call);
    const ids: Record<string, string | undefined> = {
      "/user/:id": customer.user._id,
      // What is deleted must be nothing that other calls need.
      "/parts/:id": call.path === "/parts/:id" ? await addPart(db, aPart()) : undefined,
      "/reviews/:id": call.path === "/reviews/:id" ? await aReviewToDelete() : undefined,
      "/identity/sessions/:id": session?.id,
      "/orders/:id": orderId,
      "/orders/:id/history": orderId,
      "/orders/:id/settled-elsewhere": orderId,
      "/create-payment-intent": orderId,
    };
    const named = {
      email: call.path === "/user/admin/:email" ? customer.email : admin.email,
      password: admin.password,
      id: ids[call.path] ?? part?.id ?? "",
      ...(await secretsOfLetter(call)),
      payment,
    };
    return {
      method: call.method,
      path: addressOf(callRoot + call.path, named, call),
      cookie: shown.cookie.cookie ?? "",
      body: bodyOf(call, named),
    };
  }
  async function aReviewToDelete(): Promise<string> {
    await addReviews(db, [aReview()]);
    const [added] = await queryRows<{ id: string }>(
      db,
      sql`select id from reviews order by position desc limit 1`,
    );
    return added?.id ?? "";
  }
  async function secretsOfLetter({ path }: Call): Promise<{ token: string; code: string }> {
    if (!path.startsWith("/identity/verify-email")) {
      return { token: await addResetToken(db, admin.user._id), code: "" };
    }
    await db.execute(sql`update users set email_verified_at = null where id = ${admin.user._id}`);
    return addVerification(db, admin.user._id);
  }
  /** Of the admin's own, where the call is about one; paid at the provider, where that is to be told. */
  async function anOrderFor({ path, method }: Call): Promise<{ id: string; payment: string }> {
    if (!/^.orders.:id|payment-intent$/.test(path)) return { id: "", payment: "" };
    if (path.endsWith("/settled-elsewhere")) return { id: await aRefusedRefund(), payment: "" };
    const ordered = await orderFirstPart(shop, admin, { quantity });
    if (method !== "PATCH") return { id: ordered._id, payment: "" };
    const secret = await createClientSecret(admin, ordered);
    await shop.cards.pay(secret);
    return { id: ordered._id, payment: intentIdOf(secret) };
  }
  /** Of an order that was cancelled after it was paid. */
  async function aRefusedRefund(): Promise<string> {
    const { _id: id } = await orderAndPay(shop, admin);
    await db.execute(
      sql`update orders set state = 'refunding', closed_at = now() where id = ${id}`,
    );
    await db.execute(sql`insert into refunds
        (id, payment_id, order_id, amount_cents, reason, noes, next_try_at)
      select uuidv7(), id, order_id, amount_cents, 'cancelled', 3, now() + interval '1 day'
      from payments where order_id = ${id}`);
    return id;
  }
  return { shop, admin, rightRequest };
}

/** The same as it is sent by a page of ours. */
export function fromOurPage({ shop }: OpenShop, { method, path, cookie, body }: RightRequest) {
  const headers = {
    cookie,
    origin: shop.origin,
    ...(body && { "content-type": "application/json" }),
  };
  return { method, path, headers, body: body && JSON.stringify(body) };
}
