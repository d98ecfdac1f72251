import { createHash } from "node:crypto";
import { type LetterKind, letterOriginals } from "#contract/letter-originals.ts";
import type { Database } from "#server/platform/database/connect.ts";
import { withoutQueryValues } from "#server/platform/database/database-errors.ts";
import { defineJob, type RunningJob } from "#server/platform/jobs/job.ts";
import type { Mailer } from "#server/platform/mail/mailer.ts";
import type { Letter } from "#server/platform/mail/write-letter.ts";
import { log } from "#server/platform/telemetry/log/log.ts";
import { findOrdersOf, findPartsOf } from "./find-orders-of.ts";
import type { LetterDraft, LetterWriter } from "./letter-writer.ts";
import { consumeLetterLimit, findRecipient } from "./mailbox-limit.ts";
import { letterJob, type QueuedLetter } from "./queue-letter.ts";

const concurrency = 4;
const urgentConcurrency = 2;
/** With all senders, at most 75 letters a second: requests must not suffer. */
const pauseMs = 80;
const maxAttempts = 34;
const expiryMs = 24 * 3_600_000;

/** Sent at least once: again only if the process ends between sending and recording. */
export function sendLetterJob(
  db: Database,
  writers: Record<string, LetterWriter>,
  render: (draft: LetterDraft) => Promise<Letter>,
  sendMail: Mailer,
) {
  async function write(
    queued: QueuedLetter,
    { attempt, createdAt }: RunningJob,
  ): Promise<Letter | undefined> {
    const writer = writers[queued.kind];
    if (!writer) return undefined;
    const recipient = await findRecipient(db, queued.email);
    if (attempt === 1) {
      if (Date.now() - createdAt.getTime() > expiryMs) return undefined;
      if (!(await consumeLetterLimit(db, queued.kind, recipient))) {
        logDropped(queued);
        return undefined;
      }
    }
    const draft = await writer(recipient, queued.about);
    return draft && render(draft);
  }

  return defineJob({
    ...letterJob,
    title: "Send letters",
    describe: ({ kind }) => letterOriginals[kind as LetterKind]?.title ?? kind,
    aboutWhat: ({ about }) => (about === null ? undefined : { kind: "order", id: about }),
    findWhole: findOrdersOf,
    findParts: findPartsOf,
    concurrency,
    urgentConcurrency,
    pauseMs,
    maxAttempts,
    timeoutSeconds: 60,
    storesEvents: false,
    async run(queued, job) {
      const letter = await write(queued, job);
      // The id is the same at each attempt, so that a mail server can recognise a repeated letter.
      if (letter) await sendMail({ ...letter, id: job.id }, job.signal).catch(explain);
    },
  });
}

function explain(error: unknown): never {
  const bare = withoutQueryValues(error);
  throw new Error(
    `The mail server did not accept the letter: ${bare instanceof Error ? bare.message : bare}`,
  );
}

function logDropped({ kind, email }: QueuedLetter): void {
  const account = createHash("sha256").update(email.toLowerCase()).digest("hex").slice(0, 12);
  log.info({ kind, account }, "Dropped a letter: its mailbox has reached the limit of the hour");
}
