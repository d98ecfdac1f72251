// The shop's own functions, at any time of the past weeks.

import type { PartRecord } from "#contract/part-edits.ts";
import { Refusal } from "#contract/refusals.ts";
import type { AccountsContext } from "#server/modules/accounts/context.ts";
import { findPartByNumber } from "#server/modules/catalog/part-numbers.ts";
import { findRecord } from "#server/modules/catalog/part-record.ts";
import type { CheckoutContext } from "#server/modules/checkout/context.ts";
import type { FitAnswerContext } from "#server/modules/fitment/fit-answer-handlers.ts";
import type { VehicleEditContext } from "#server/modules/fitment/vehicle-edits/handlers.ts";
import type { InvoicesContext } from "#server/modules/invoices/context.ts";
import type { AddressContext } from "#server/modules/orders/correct-address.ts";
import { openProvider } from "#server/modules/payments/provider.ts";
import type { ReturnsContext } from "#server/modules/returns/context.ts";
import type { SettingsContext } from "#server/modules/settings/save-settings.ts";
import { readSettings } from "#server/modules/settings/store.ts";
import type { WebhooksContext } from "#server/modules/webhooks/context.ts";
import type { Env } from "#server/platform/config/env.ts";
import type { Connection } from "#server/platform/database/connect.ts";
import { anonymousCaller } from "#server/platform/http/caller.ts";
import type { SignedInCaller } from "#server/platform/http/handler.ts";
import { verbs } from "#server/verbs.ts";
import { setTime } from "../set-time.ts";

export type DemoShop = ReturnsContext &
  AccountsContext &
  AddressContext &
  CheckoutContext &
  FitAnswerContext &
  SettingsContext &
  VehicleEditContext &
  WebhooksContext &
  Pick<InvoicesContext, "invoices"> & { setTime(time: Date): Promise<void> };

/** On one connection, whose session has the time. Nobody gets a letter, and no browser is told. */
export function openDemoShop(connection: Connection, env: Env): DemoShop {
  const { db } = connection;
  const never = new AbortController().signal;
  let now = new Date();
  return {
    ...connection,
    ...verbs,
    env,
    clock: { now: () => now },
    async setTime(time) {
      now = time;
      await setTime(db, time, "session ends");
    },
    letters: {
      addAccountLetter: async () => {},
      addAdminLetter: async () => {},
      addOrderLetter: async () => {},
      addStockLetter: async () => {},
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
