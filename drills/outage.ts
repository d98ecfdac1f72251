// People who browse and order while something else is down, and how long they wait for it.
import { setTimeout as sleep } from "node:timers/promises";
import type { OpenShop } from "#tests/open-shop.ts";
import { orderRequest, type StockedPart } from "#tests/orders.ts";
import type { SignedIn } from "#tests/people.ts";
import { full } from "./drill.ts";
import { quantile, timed } from "./measure.ts";

/** Milliseconds of each answer; and each that was no good, as a sentence. */
export type Seen = { browsing: number[]; ordering: number[]; troubles: string[] };

export type Customer = { shop: OpenShop; person: SignedIn; part: StockedPart };

/** A customer has left by then. */
export const mostPatience = 3_000;

export async function browseAndOrder(
  { shop, person, part }: Customer,
  isOver: () => boolean,
): Promise<Seen> {
  const seen: Seen = { browsing: [], ordering: [], troubles: [] };
  const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const ask = async (
    kind: "browsing" | "ordering",
    method: string,
    path: string,
    body?: object,
  ) => {
    const headers = { cookie };
    const { status, text, milliseconds } = await timed(shop.url, method, path, {
      headers,
      ...(body && { body }),
    });
    seen[kind].push(milliseconds);
    if (status !== 200) seen.troubles.push(`${method} ${path}: ${status} ${text.slice(0, 200)}`);
    if (milliseconds > mostPatience) {
      seen.troubles.push(`${method} ${path} took ${Math.round(milliseconds)} ms`);
    }
  };
  while (!isOver()) {
    await ask("browsing", "GET", "/");
    await ask("browsing", "GET", "/api/parts");
    await ask("browsing", "GET", `/api/purchase/${part.id}`);
    await ask("browsing", "GET", `/api/orders?email=${person.email}&limit=20`);
    await ask("ordering", "POST", "/api/orders", orderRequest(person, part));
    await sleep(full ? 400 : 50);
  }
  return seen;
}

/** While the work is under way. */
export async function meanwhile(customer: Customer, work: Promise<unknown>): Promise<Seen> {
  let isOver = false;
  const seen = browseAndOrder(customer, () => isOver);
  try {
    await work;
  } finally {
    isOver = true;
  }
  return seen;
}

/** How many times longer it takes while something is down, at the median and at the 95th. */
export function longer(before: readonly number[], down: readonly number[]) {
  const times = (share: number) => quantile(down, share) / quantile(before, share);
  return { median: times(0.5), p95: times(0.95) };
}
