import type { Connection } from "#server/platform/database/connect.ts";
import type { Server } from "./servers.ts";
import { addSessionCookie, addUser } from "./users.ts";

export type Buyer = { id: string; name: string; email: string; cookie: string; address: string };

/** Lets requests of a bench say from which address they come. */
export const behindProxy = { env: { PROXIES: "127.0.0.1" } };

/** Each from a network of their own, as customers are: what one network holds is counted per order. */
export async function addBuyers(
  shop: Server,
  connection: Connection,
  many: number,
): Promise<Buyer[]> {
  const buyers: Buyer[] = [];
  for (let at = 0; at < many; at++) {
    const person = await addUser(connection, `buyer.${at}@example.org`);
    const cookie = await addSessionCookie(shop, connection, person.id);
    buyers.push({ ...person, cookie, address: `10.${at >> 8}.${at & 255}.7` });
  }
  return buyers;
}
