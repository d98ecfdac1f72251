// Letters wait in the database until they are sent, so that none is lost with a process or
// while the post is closed, and nobody waits for the post.
import { createHash } from "node:crypto";
import { setTimeout as rest } from "node:timers/promises";
import { eq, sql } from "drizzle-orm";
import type { Database } from "#server/platform/database/connect.ts";
import { withoutQueryValues } from "#server/platform/database/database-errors.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import type { Mailer } from "#server/platform/mail/mailer.ts";
import type { Letter } from "#server/platform/mail/write-letter.ts";
import { log } from "#server/platform/telemetry/log/log.ts";
import type { LetterWriter } from "./letter-writer.ts";
import { consumeLetterLimit, findRecipient } from "./mailbox-limit.ts";
import { queueIdentityLetter } from "./queue-letter.ts";
import { letters } from "./tables.ts";

const lookEvery = 5_000;
/** Sent at once by one process: a slow mail server delays others little. */
const mostSenders = 4;
/** A post that takes longer for a letter is tried again later, in milliseconds. */
const sendWithin = 60_000;
/** Nobody else takes the letter meanwhile. */
const minutesToSend = 2;
/** When the shop stops, letters under way have so long; then they wait for the next start. */
const lastLetterWithin = 3_000;
/** Then nobody expects it any more. */
const givesUpAfterHours = 24;
/** Of each sender, at most fifty letters a second in all: buyers meanwhile notice little of it. */
const restBetween = 80;

export type LetterQueue = {
  /** Answers when the wish is stored; whether a letter comes of it shows when it goes. */
  ask(kind: string, email: string): Promise<void>;
  /** There is one for who stored the wish themselves, within a transaction of theirs. */
  wake(): void;
  stop(): Promise<void>;
};

type Wish = {
  id: string;
  kind: string;
  email: string;
  about: string | null;
  priority: number;
  tries: number;
  isOld: boolean;
};

export function openLetterQueue(
  db: Database,
  kinds: Record<string, LetterWriter>,
  post: Mailer,
): LetterQueue {
  let stopped = false;
  /** Since somebody last looked, there may be one more. */
  let asked = false;
  const senders = new Set<Promise<void>>();
  const giveUp = new AbortController();

  function wake() {
    asked = true;
    startSender();
  }

  function startSender() {
    if (stopped || senders.size >= mostSenders) return;
    const sender = sendUntilNone()
      .catch((error) => {
        if (!stopped) log.error({ err: withoutQueryValues(error) }, "Letters could not be sent");
      })
      .finally(() => senders.delete(sender));
    senders.add(sender);
  }

  async function sendUntilNone() {
    while (!stopped) {
      asked = false;
      const wish = await takeOne(db);
      if (wish) {
        // Where there is one, there may be more.
        startSender();
        await deliver(wish);
        await rest(restBetween, undefined, { signal: giveUp.signal }).catch(() => {});
      } else if (!asked) return;
    }
  }

  async function deliver(wish: Wish) {
    try {
      const letter = await makeLetter(wish);
      const signal = AbortSignal.any([giveUp.signal, AbortSignal.timeout(sendWithin)]);
      if (letter) await post(letter, signal);
    } catch (error) {
      // It is tried again later, and others go first.
      await putBack(db, wish);
      if (!stopped)
        log.error(`A letter could not be sent (try ${wish.tries}): ${messageOf(error)}`);
      return;
    }
    await db.delete(letters).where(eq(letters.id, wish.id));
  }

  async function makeLetter(wish: Wish): Promise<Letter | undefined> {
    const write = kinds[wish.kind];
    if (wish.isOld || !write) return undefined;
    const recipient = await findRecipient(db, wish.email);
    if (wish.tries === 1 && !(await consumeLetterLimit(db, wish, recipient))) {
      logLeftOut(wish);
      return undefined;
    }
    return write(recipient, wish.about);
  }

  const timer = setInterval(wake, lookEvery).unref();
  return {
    ask: async (kind, email) => {
      await queueIdentityLetter(db, kind, email);
      wake();
    },
    wake,
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      const patience = setTimeout(() => giveUp.abort(), lastLetterWithin);
      await Promise.all(senders);
      clearTimeout(patience);
    },
  };
}

/**
 * Takes a letter that is due, and keeps it from everybody else while it is being sent. One that is
 * too old is due like any other, and then only taken away: nobody looks through all of them.
 */
async function takeOne(db: Database): Promise<Wish | undefined> {
  const [taken] = await queryRows<Wish>(
    db,
    sql`
    update letters set tries = tries + 1,
      next_try_at = now() + make_interval(mins => ${minutesToSend})
    where id = (select id from letters where next_try_at <= now()
      order by priority, next_try_at limit 1 for update skip locked)
    returning id, kind, email, about, priority, tries,
      created_at < now() - make_interval(hours => ${givesUpAfterHours}) as "isOld"`,
  );
  return taken;
}

/** Each time for longer, up to an hour. */
async function putBack(db: Database, { id, tries }: Wish): Promise<void> {
  await db.execute(sql`
    update letters set next_try_at = now() + make_interval(mins => ${Math.min(tries * tries, 60)})
    where id = ${id}`);
}

/** As in the security log, the account is told by a hash. */
function logLeftOut({ kind, email }: Wish): void {
  const account = createHash("sha256").update(email.toLowerCase()).digest("hex").slice(0, 12);
  log.info({ kind, account }, "A letter was left out: its mailbox has had enough within the hour");
}

function messageOf(error: unknown): string {
  const bare = withoutQueryValues(error);
  return bare instanceof Error ? bare.message : String(bare);
}
