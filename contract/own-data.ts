import * as z from "zod/mini";
import { apiKey } from "./api-keys.ts";
import type { Calls } from "./call.ts";
import { checkoutAddress } from "./checkout-address.ts";
import { emailChange } from "./email-change.ts";
import { email, password } from "./fields.ts";
import { sessionEntry } from "./identity.ts";
import { shopDocument } from "./order-page.ts";
import { order } from "./orders.ts";
import { passkeyEntry } from "./passkeys.ts";
import { returnRecord } from "./returns.ts";
import { secondStep } from "./second-step.ts";
import { shipment } from "./shipments.ts";

import { withdrawalReceipt } from "./withdrawals.ts";

const time = z.iso.datetime();

export const ownData = z.object({
  exportedAt: time,
  account: z.object({
    _id: z.string(),
    email: z.string(),
    name: z.string(),
    role: z.string(),
    /** The group of customers whose prices they get. */
    priceGroup: z.nullable(z.string()),
    createdAt: time,
    emailVerifiedAt: z.nullable(time),
  }),
  /** Made by admins, or by the person where admins are told of it. */
  changes: z.array(z.object({ action: z.string(), at: time })),
  profiles: z.array(
    z.object({
      education: z.string(),
      location: z.string(),
      number: z.string(),
      img: z.string(),
      savedAt: time,
    }),
  ),
  signIns: z.object({
    hasPassword: z.boolean(),
    elsewhere: z.array(z.object({ issuer: z.string(), subject: z.string(), since: time })),
    passkeys: z.array(passkeyEntry),
    secondStep,
    emailChange: z.nullable(emailChange),
    sessions: z.array(sessionEntry),
    apiKeys: z.array(apiKey),
    knownBrowsers: z.array(z.object({ network: z.string(), knownUntil: time })),
  }),
  reviews: z.array(
    z.object({
      _id: z.string(),
      name: z.string(),
      ratting: z.number(),
      img: z.string(),
      description: z.string(),
      /** Null if it is about the shop as a whole. */
      part: z.nullable(z.string()),
      picture: z.string(),
      boughtHere: z.boolean(),
      /** The shop's. */
      answer: z.nullable(z.string()),
      writtenAt: time,
    }),
  ),
  /** Reviews that the person has reported. */
  reviewReports: z.array(
    z.object({ review: z.string(), reason: z.string(), note: z.string(), reportedAt: time }),
  ),
  orders: z.array(order),
  /** Of orders with another address for the bill, or a VAT id. */
  billing: z.array(
    z.object({ order: z.number(), billTo: z.nullable(checkoutAddress), vatId: z.string() }),
  ),
  /** What stood on an order before the shop corrected it. */
  correctedAddresses: z.array(
    z.object({
      order: z.number(),
      name: z.string(),
      phone: z.string(),
      address: z.string(),
      correctedAt: time,
    }),
  ),
  shipments: z.array(shipment),
  returns: z.array(returnRecord),
  withdrawals: z.array(withdrawalReceipt),
  stockAlerts: z.array(
    z.object({
      _id: z.string(),
      part: z.string(),
      email: z.string(),
      askedAt: time,
      confirmedAt: z.nullable(time),
      toldAt: z.nullable(time),
      until: time,
    }),
  ),
  /** The id at the card provider under which it keeps the person's saved cards. */
  cardCustomer: z.nullable(z.string()),
  wishes: z.array(
    z.object({
      part: z.string(),
      since: time,
    }),
  ),
  /** Of lists that admins work with. */
  savedViews: z.array(
    z.object({
      list: z.string(),
      name: z.string(),
      params: z.record(z.string(), z.string()),
      since: time,
    }),
  ),
  garage: z.array(
    z.object({
      _id: z.string(),
      name: z.string(),
      vehicle: z.string(),
      known: z.array(z.string()),
      vin: z.nullable(z.string()),
      odometer: z.nullable(z.number()),
      services: z.array(
        z.object({
          doneOn: z.string(),
          fitted: z.string(),
          part: z.nullable(z.string()),
          odometer: z.nullable(z.number()),
          note: z.string(),
        }),
      ),
    }),
  ),
  company: z.nullable(
    z.object({
      name: z.string(),
      address: z.string(),
      country: z.string(),
      vatId: z.string(),
      role: z.string(),
      since: time,
    }),
  ),
  /** To companies, by their people. */
  invitations: z.array(z.object({ company: z.string(), role: z.string(), until: time })),
  documents: z.array(shopDocument),
  basket: z.array(
    z.object({
      part: z.string(),
      quantity: z.number(),
      saved: z.boolean(),
      /** By whoever has the link to it. */
      comments: z.array(z.object({ name: z.string(), text: z.string(), at: z.string() })),
    }),
  ),
  checkout: z.object({
    billTo: z.nullable(checkoutAddress),
    vatId: z.string(),
    reference: z.string(),
    addresses: z.array(checkoutAddress),
  }),
  waitingLetters: z.array(z.object({ kind: z.string(), since: time })),
  pictures: z.array(z.object({ address: z.string(), type: z.string(), base64: z.string() })),
});
export type OwnData = z.output<typeof ownData>;

export const ownDataCalls = {
  read: {
    method: "GET",
    path: "/own-data",
    summary: "Answers everything that the shop knows of the caller, uploaded pictures included.",
    who: "signed-in",
    noDeadline: true,
    reply: ownData,
    refusals: ["too-many"],
  },
  deleteAccount: {
    method: "POST",
    path: "/own-data/delete",
    summary:
      "Deletes the caller's account, profile, sessions, reviews, stock alerts, wish list and garage. Orders and payments stay, without the account; unpaid orders are closed. An account without a password needs a sign-in of the last 15 minutes.",
    who: "signed-in",
    noDeadline: true,
    body: z.strictObject({ email, password: z.optional(password) }),
    reply: z.object({ deletedCount: z.literal(1) }),
    refusals: ["invalid", "conflict", "too-many", "unavailable"],
  },
} as const satisfies Calls;
