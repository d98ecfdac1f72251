// Many people with an account, each in a session of their own, who order as the web does.
import { sql } from "drizzle-orm";
import type { NewOrder } from "#contract/orders.ts";
import { newId } from "#server/platform/database/new-id.ts";
import type { OpenShop } from "#tests/open-shop.ts";
import { newSession } from "./askers.ts";
import { type Timed, timed } from "./measure.ts";

export type Member = {
  user: { _id: string; name: string };
  email: string;
  headers: Record<string, string>;
};

export async function addCrowd(shop: OpenShop, many: number): Promise<Member[]> {
  const { db } = shop.shop;
  const crowd: Member[] = [];
  for (let at = 0; at < many; at++) {
    const user = { _id: newId(), name: "Vera Lind" };
    const email = `member.${at}@example.com`;
    await db.execute(
      sql`insert into users (id, email, name) values (${user._id}, ${email}, ${user.name})`,
    );
    // Cookies belong to one port, tokens to the shop.
    const { token } = await newSession(shop, user._id);
    crowd.push({ user, email, headers: token });
  }
  return crowd;
}

/** As a page of the shop sends it; to any of its processes. */
export function post(url: string, { headers }: Member, order: NewOrder): Promise<Timed> {
  return timed(url, "POST", "/api/orders", { headers, body: order });
}

/** How many there are of each. */
export function counted(values: readonly (string | number)[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}
