import { sql } from "drizzle-orm";
import { addSession } from "#server/modules/identity/sessions.ts";
import { sessionCookie } from "#server/modules/identity/start-session.ts";
import type { Connection } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { cookieName } from "#server/platform/http/cookies.ts";
import type { Server } from "./servers.ts";

export async function addSessionCookie({ url }: Server, { db }: Connection, userId: string) {
  const token = await addSession(db, userId, { agent: "bench", address: "127.0.0.1" });
  return `${cookieName(url, sessionCookie)}=${token}`;
}

export async function addUser({ db }: Connection, email: string, role = "customer") {
  const id = newId();
  const name = "Vera Lind";
  await db.execute(
    sql`insert into users (id, email, name, role) values (${id}, ${email}, ${name}, ${role})`,
  );
  return { id, name, email };
}
