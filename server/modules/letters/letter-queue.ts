// Letters wait in the database, so that none is lost when a process or the mail server fails.
import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { eq, sql } from "drizzle-orm";
import type { Database } from "#server/platform/database/connect.ts";
import { withoutQueryValues } from "#server/platform/database/database-errors.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import type { Mailer } from "#server/platform/mail/mailer.ts";
import type { Letter } from "#server/platform/mail/write-letter.ts";
import { log } from "#server/platform/telemetry/log/log.ts";
import type { LetterWriter } from "./letter-writer.ts";
import { consumeLetterLimit, findRecipient } from "./mailbox-limit.ts";
import { addAccountLetter, addOrderLetter } from "./queue-letter.ts";
import { letters } from "./tables.ts";

export const letterTimes = { pollEveryMs: 5_000, stopTimeoutMs: 3_000 };
/** In one process: a slow mail server delays other letters little. */
const maxSenders = 4;
const sendTimeoutMs = 60_000;
/** Longer than `sendTimeoutMs`. */
const leaseMinutes = 2;
const expiryHours = 24;
/** With all senders, at most fifty letters a second: requests must not suffer. */
const pauseMs = 80;

export type LetterQueue = {
  addAccountLetter: typeof addAccountLetter;
  addOrderLetter: typeof addOrderLetter;
  /** After the transaction that added a letter. */
  wake(): void;
  stop(): Promise<void>;
};

type QueuedLetter = {
  id: string;
  kind: string;
  email: string;
  about: string | null;
  priority: number;
  tries: number;
  isExpired: boolean;
};

export function openLetterQueue(
  db: Database,
  writers: Record<string, LetterWriter>,
  sendMail: Mailer,
): LetterQueue {
  let isStopped = false;
  let wasWoken = false;
  const senders = new Set<Promise<void>>();
  const stopping = new AbortController();

  function wake() {
    wasWoken = true;
    startSender();
  }

  function startSender() {
    if (isStopped || senders.size >= maxSenders) return;
    const sender = sendDueLetters()
      .catch((error) => {
        if (!isStopped) log.error({ err: withoutQueryValues(error) }, "Could not send letters");
      })
      .finally(() => senders.delete(sender));
    senders.add(sender);
  }

  async function sendDueLetters() {
    while (!isStopped) {
      wasWoken = false;
      const letter = await leaseLetter(db);
      if (letter) {
        startSender();
        await send(letter);
        await wait(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
      } else if (!wasWoken) return;
    }
  }

  async function send(queued: QueuedLetter) {
    try {
      const letter = await write(queued);
      const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(sendTimeoutMs)]);
      if (letter) await sendMail(letter, signal);
    } catch (error) {
      await postpone(db, queued);
      if (!isStopped)
        log.error(`Could not send the letter (attempt ${queued.tries}): ${messageOf(error)}`);
      return;
    }
    await db.delete(letters).where(eq(letters.id, queued.id));
  }

  async function write(queued: QueuedLetter): Promise<Letter | undefined> {
    const writer = writers[queued.kind];
    if (queued.isExpired || !writer) return undefined;
    const recipient = await findRecipient(db, queued.email);
    if (queued.tries === 1 && !(await consumeLetterLimit(db, queued, recipient))) {
      logDropped(queued);
      return undefined;
    }
    return writer(recipient, queued.about);
  }

  const timer = setInterval(wake, letterTimes.pollEveryMs).unref();
  return {
    addAccountLetter,
    addOrderLetter,
    wake,
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      const timeout = setTimeout(() => stopping.abort(), letterTimes.stopTimeoutMs);
      await Promise.all(senders);
      clearTimeout(timeout);
    },
  };
}

async function leaseLetter(db: Database): Promise<QueuedLetter | undefined> {
  const [leased] = await queryRows<QueuedLetter>(
    db,
    sql`
    update letters set tries = tries + 1,
      next_try_at = now() + make_interval(mins => ${leaseMinutes})
    where id = (select id from letters where next_try_at <= now()
      order by priority, next_try_at limit 1 for update skip locked)
    returning id, kind, email, about, priority, tries,
      created_at < now() - make_interval(hours => ${expiryHours}) as "isExpired"`,
  );
  return leased;
}

async function postpone(db: Database, { id, tries }: QueuedLetter): Promise<void> {
  const minutes = Math.min(tries * tries, 60);
  await db.execute(sql`
    update letters set next_try_at = now() + make_interval(mins => ${minutes}) where id = ${id}`);
}

/** Names the account by a hash, as the security log does. */
function logDropped({ kind, email }: QueuedLetter): void {
  const account = createHash("sha256").update(email.toLowerCase()).digest("hex").slice(0, 12);
  log.info({ kind, account }, "Dropped a letter: its mailbox has reached the limit of the hour");
}

function messageOf(error: unknown): string {
  const bare = withoutQueryValues(error);
  return bare instanceof Error ? bare.message : String(bare);
}
