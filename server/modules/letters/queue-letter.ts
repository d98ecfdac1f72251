import * as z from "zod/mini";
import type { Queries } from "#server/platform/database/connect.ts";
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
  ...(["verify-email", "reset", "password-changed", "sign-in-changed"] as const),
  ...(["change-email-old", "change-email-new", "email-changed"] as const),
] as const;
export type IdentityLetterKind = (typeof identityKinds)[number];

export const isIdentityLetter = (kind: string) => identityKinds.some((each) => each === kind);

/** Wakes no job: that is for after the transaction. */
export type Letters = {
  addAccountLetter: typeof addAccountLetter;
  addOrderLetter: typeof addOrderLetter;
};

export async function addAccountLetter(
  db: Queries,
  kind: IdentityLetterKind,
  email: string,
): Promise<void> {
  await enqueue(db, letterJob, { payload: { kind, email, about: null }, priority: 0 });
}

/** One that still waits is not queued twice. */
export async function addOrderLetter(
  db: Queries,
  kind: string,
  { id: about, email }: { id: string; email: string },
): Promise<void> {
  await enqueue(db, letterJob, { payload: { kind, email, about }, key: orderKey(kind, about) });
}

const orderKey = (kind: string, orderId: string) => `${kind} ${orderId}`;

export async function addAdminLetter(db: Queries, kind: string, email: string): Promise<void> {
  const key = `${kind} ${email}`;
  await enqueue(db, letterJob, { payload: { kind, email, about: null }, key });
}
