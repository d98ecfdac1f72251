// Letters wait in the database until they are sent, so that none is lost with a process or
// while the post is closed, and nobody waits for the post.

import { setTimeout as rest } from "node:timers/promises";
import { eq, sql } from "drizzle-orm";
import type { Database } from "#server/database/connect.ts";
import { withoutValues } from "#server/database/failures.ts";
import { newId } from "#server/database/new-id.ts";
import { queryRows } from "#server/database/query-rows.ts";
import { letters } from "#server/database/schema.ts";
import { log } from "#server/log/log.ts";
import type { LetterKind } from "./letter.ts";
import type { Post } from "./post.ts";

const lookEvery = 5_000;
/** A post that takes longer for a letter is tried again later, in milliseconds. */
const sendWithin = 60_000;
/** Nobody else takes the letter meanwhile. */
const minutesToSend = 2;
/** When the shop stops, the letter under way has so long; then it waits for the next start. */
const lastLetterWithin = 3_000;
/** Then nobody expects it any more. */
const givesUpAfterHours = 24;
/** At most fifty a second: thousands that wait take little from those who buy meanwhile. */
const restBetween = 20;

export type Letters = {
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
  tries: number;
  isOld: boolean;
};

export function openLetters(db: Database, kinds: Record<string, LetterKind>, post: Post): Letters {
  let stopped = false;
  let asked = false;
  let working: Promise<void> | undefined;
  const giveUp = new AbortController();

  function wake() {
    asked = true;
    if (!stopped) working ??= sendAll();
  }

  async function sendAll() {
    try {
      while (asked && !stopped) {
        asked = false;
        while (!stopped && (await sendOne())) {
          // One after the other, until none is due.
          await rest(restBetween, undefined, { signal: giveUp.signal }).catch(() => {});
        }
      }
    } catch (error) {
      if (!stopped) log.error({ err: withoutValues(error) }, "Letters could not be sent");
    } finally {
      working = undefined;
    }
  }

  async function sendOne(): Promise<boolean> {
    const wish = await takeOne(db);
    if (!wish) return false;
    try {
      const letter = wish.isOld ? undefined : await kinds[wish.kind]?.(wish.email, wish.about);
      const signal = AbortSignal.any([giveUp.signal, AbortSignal.timeout(sendWithin)]);
      if (letter) await post(letter, signal);
    } catch (error) {
      // It is tried again later, and others go first.
      await putBack(db, wish);
      if (!stopped)
        log.error(`A letter could not be sent (try ${wish.tries}): ${messageOf(error)}`);
      return true;
    }
    await db.delete(letters).where(eq(letters.id, wish.id));
    return true;
  }

  const timer = setInterval(wake, lookEvery).unref();
  return {
    ask: async (kind, email) => {
      await db.insert(letters).values({ id: newId(), kind, email });
      wake();
    },
    wake,
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      const patience = setTimeout(() => giveUp.abort(), lastLetterWithin);
      await working;
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
      order by next_try_at limit 1 for update skip locked)
    returning id, kind, email, about, tries,
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

function messageOf(error: unknown): string {
  const bare = withoutValues(error);
  return bare instanceof Error ? bare.message : String(bare);
}
