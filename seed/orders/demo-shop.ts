// The shop's own functions, at any time of the past weeks.

import type { PartRecord } from "#contract/part-edits.ts";
import { Refusal } from "#contract/refusals.ts";
import type { Context } from "#server/context.ts";
import { findPartByNumber } from "#server/modules/catalog/part-numbers.ts";
import { findRecord } from "#server/modules/catalog/part-record.ts";
import { createPasswords } from "#server/modules/identity/passwords.ts";
import { openProvider } from "#server/modules/payments/provider.ts";
import { readSettings } from "#server/modules/settings/store.ts";
import type { Env } from "#server/platform/config/env.ts";
import type { Connection } from "#server/platform/database/connect.ts";
import { anonymousCaller } from "#server/platform/http/caller.ts";
import type { SignedInCaller } from "#server/platform/http/handler.ts";
import { setTime } from "../set-time.ts";

export type DemoShop = Context & { setTime(time: Date): Promise<void> };

/** On one connection, whose session has the time. No browser is told of what happens. */
export function openDemoShop(connection: Connection, env: Env): DemoShop {
  const { db } = connection;
  const never = new AbortController().signal;
  let now = new Date();
  return {
    ...connection,

    env,
    clock: { now: () => now },
    async setTime(time) {
      now = time;
      await setTime(db, time, "session ends");
    },

    settings: async () => (await readSettings(db)).values,
    read: (query) => query(db),
    filterPicture: (img) => img,
    origin: "http://localhost",
    events: {
      processId: "",
      catchUp: async () => {},
      publish: async () => {},
      isCurrent: () => true,
      behindMs: () => 0,
      within: () => undefined,
      onEvents() {},
      close: async () => {},
    },
    jobs: { wake() {}, definitions: () => [] },
    metrics: undefined,
    passwords: createPasswords(env.SHOP_NAME),
    provider: openProvider(env),
    leaving: never,
    stopping: never,
  };
}

const asOwner = { role: "admin", adminRole: "owner" } as const;

type Account = { id: string; email: string; name: string; role: string };

export function toCaller({ id: _id, email, name, role }: Account): SignedInCaller {
  const shown = { _id, email, name, img: "", hasPassword: false, emailVerified: true };
  const person = { ...shown, ...(role === "admin" && asOwner) };
  return { ...anonymousCaller, person, session: "", address: "127.0.0.1" };
}

export async function findDemoPart({ db }: DemoShop, number: string): Promise<PartRecord> {
  const found = await findPartByNumber(db, number);
  const part = found && (await findRecord(db, found.id));
  if (!part) throw new Error(`The demo has no part ${number}`);
  return part;
}

/** What the demo asks for is never refused. */
export async function granted<Reply>(reply: Promise<Reply>): Promise<Exclude<Reply, Refusal>> {
  const given = await reply;
  if (given instanceof Refusal) throw new Error(`The demo was refused: ${given.message}`);
  return given as Exclude<Reply, Refusal>;
}
