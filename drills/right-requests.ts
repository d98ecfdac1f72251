// A shop with something in it, and for every call a request that succeeds, by an admin.
import type { Call } from "#contract/call.ts";
import { aPart, aReview } from "#seed/builders.ts";
import { callRoot } from "#server/http/serve-calls.ts";
import { addResetToken } from "#server/identity/credentials.ts";
import { addReviews } from "#server/reviews/store.ts";
import { type OpenShop, openShop } from "#tests/open-shop.ts";
import { type SignedIn, signUp, signUpAdmin } from "#tests/people.ts";
import { newSession } from "./askers.ts";
import { addressOf, bodyOf } from "./samples.ts";

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
  const shop = await openShop({ parts: [aPart()] });
  const { db, sql } = shop.shop;
  await addReviews(db, [aReview()]);
  const admin = await signUpAdmin(shop);
  const customer = await signUp(shop);
  const [part] = await sql<{ id: string }[]>`select id from parts`;

  async function rightRequest(call: Call): Promise<RightRequest> {
    const shown = await newSession(shop, admin.user._id);
    const [session] = await sql<{ id: string }[]>`
      select id from sessions order by created_at desc limit 1`;
    const ids: Record<string, string | undefined> = {
      "/user/:id": customer.user._id,
      "/identity/sessions/:id": session?.id,
    };
    const named = {
      email: call.path === "/user/admin/:email" ? customer.email : admin.email,
      password: admin.password,
      id: ids[call.path] ?? part?.id ?? "",
      token: await addResetToken(db, admin.user._id),
    };
    return {
      method: call.method,
      path: addressOf(callRoot + call.path, named, call),
      cookie: shown.cookie.cookie ?? "",
      body: bodyOf(call, named),
    };
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
