import type { Call } from "#contract/call.ts";
import type { StockedPart } from "#tests/orders.ts";
import type { SignedIn } from "#tests/people.ts";
import type { Named } from "../calls.ts";
import type { Database } from "../database.ts";
import type { Shop } from "../start-shop.ts";

/** What the requests are made in. */
export type ProofShop = {
  shop: Shop;
  query: Database["query"];
  admin: SignedIn;
  /** That the admin has ordered. */
  part: StockedPart;
  /** Of the admin, still open. */
  readonly session: SignedIn;
  newest(table: string, order: string): Promise<string | undefined>;
};

/** What a request names, and fields of its body that samples cannot have. */
export type Thing = Partial<Named> & { body?: object };

/** By the path of a call, the id that it takes. */
export type IdMakers = Record<string, (call: Call) => Promise<string>>;
