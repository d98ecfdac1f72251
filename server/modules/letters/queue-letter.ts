import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryPrepared } from "#server/platform/database/query-rows.ts";
import type { JobKind } from "#server/platform/jobs/job.ts";
import { enqueue } from "#server/platform/jobs/store.ts";

const queuedLetter = z.object({
  kind: z.string(),
  email: z.string(),
  about: z.nullable(z.string()),
});
export type QueuedLetter = z.output<typeof queuedLetter>;

export const letterJob: JobKind<QueuedLetter> = { kind: "letter", payload: queuedLetter };

const identityKinds = [
  ...(["verify-email", "reset", "password-changed", "sign-in-changed", "sign-in-code"] as const),
  ...(["change-email-old", "change-email-new", "email-changed"] as const),
] as const;
export type IdentityLetterKind = (typeof identityKinds)[number];
export type StockLetterKind = "confirm-stock-alert" | "back-in-stock";

/** Letters of these kinds to one mailbox within an hour; the others share a limit. */
export const maxPerKind: Record<string, number> = {
  ...Object.fromEntries(identityKinds.map((kind) => [kind, 5])),
  // Ten for known browsers, ten for known prefixes, twenty for others.
  "sign-in-code": 40,
  // Anybody may ask for it, for any address.
  "confirm-stock-alert": 5,
  "withdrawal-received": 5,
  // Customers may ask, for any address.
  "company-invitation": 3,
  // Anybody may ask: they are not to push out the other letters of an admin.
  "fit-question": 60,
  // Beside the other letters of an order, which share a limit.
  invoice: 20,
  "credit-note": 20,
  // Above what may wait for one mailbox.
  "back-in-stock": 60,
} satisfies Record<
  | StockLetterKind
  | "sign-in-code"
  | "withdrawal-received"
  | "company-invitation"
  | "fit-question"
  | "invoice"
  | "credit-note",
  number
>;

type AccountLetter = {
  about?: string;
  /** Who asked for it. Letters take turns by share, so that nobody delays those that others ask for. */
  share?: string;
};

/** Wakes no job: that is for after the transaction. */
export async function addAccountLetter(
  db: Queries,
  kind: IdentityLetterKind,
  email: string,
  { about, share = email }: AccountLetter = {},
): Promise<void> {
  const priority = await choosePriority(db, email);
  const payload = { kind, email, about: about ?? null };
  await enqueue(db, letterJob, { payload, priority, share });
}

/** Above it, letters to mailboxes with a verified account go before those to any others. */
const mostWaiting = 20;
const identityPriority = 0;
const knownPriority = -1;

async function choosePriority(db: Queries, email: string): Promise<number> {
  const [row] = await queryPrepared<{ isKnown: boolean; waiting: number }>(
    db,
    sql`select exists (select from users where lower(email) = ${email.toLowerCase()}
        and email_verified_at is not null) as "isKnown",
      (select count(*)::int from (select from jobs where kind = ${letterJob.kind}
        and priority <= ${identityPriority} and failed_at is null limit ${mostWaiting}) as queued)
        as waiting`,
  );
  return row?.isKnown && row.waiting >= mostWaiting ? knownPriority : identityPriority;
}

type About = { id: string; email: string };

export async function addOrderLetter(
  db: Queries,
  kind: string,
  { id: about, email }: About,
): Promise<void> {
  await enqueue(db, letterJob, { payload: { kind, email, about }, key: `${kind} ${about}` });
}

export async function addAdminLetter(
  db: Queries,
  kind: string,
  email: string,
  about: string | null = null,
): Promise<void> {
  // What it is about may be longer than an index takes.
  const key = [kind, email, ...(about ? [toHash(about)] : [])].join(" ");
  await enqueue(db, letterJob, { payload: { kind, email, about }, key });
}

const toHash = (about: string) => createHash("sha256").update(about).digest("base64url");
