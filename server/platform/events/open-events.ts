import { sql } from "drizzle-orm";
import { connect, type Queries } from "#server/platform/database/connect.ts";
import { withoutQueryValues } from "#server/platform/database/database-errors.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { coalesce } from "#server/platform/database/replication-position.ts";
import { log } from "#server/platform/telemetry/log/log.ts";
import { followOutbox, maxAtOnce, type OutboxFollower } from "./follow-outbox.ts";
import { listen } from "./listen.ts";
import type { ShopEvent } from "./outbox.ts";
import { keptMs, RecentEvents } from "./recent-events.ts";

const channel = "outbox";
const pollMs = 1_000;
const readTimeoutMs = 2_000;
/** Without a completed read for this long, nothing cached is trusted. */
const maxBehindMs = 3_000;
/** NOTIFY makes commits wait for each other, so one stands for all changes of this time. */
const notifyDelayMs = 50;

type Listener = (events: readonly ShopEvent[] | undefined) => void;

export type Events = {
  readonly processId: string;
  /** Resolves when everything that was committed before the call has been handled here. */
  catchUp(): Promise<void>;
  /** After a commit that stored events: catches up and wakes the other processes. Never rejects. */
  publish(): Promise<void>;
  isCurrent(): boolean;
  behindMs(): number;
  within(ageMs: number): ShopEvent[] | undefined;
  onEvents(listener: Listener): void;
  close(): Promise<void>;
};

type Options = { url: string; pooler?: string | undefined };

/** Follows the outbox: at once after own changes and when woken, and each second in any case. */
export function openEvents({ url, pooler }: Options): Events {
  const processId = crypto.randomUUID();
  // Its own connection, so that it does not wait behind requests.
  const { db, close: disconnect } = connect(url, { most: 1, timeoutMs: readTimeoutMs, pooler });
  const listeners = new Set<Listener>();
  const recent = new RecentEvents();
  let hasNews = false;
  let follower: OutboxFollower | undefined;
  let notifyTimer: NodeJS.Timeout | undefined;
  let pollTimer: NodeJS.Timeout | undefined;
  let closed = false;

  function handle(events: ShopEvent[] | undefined): void {
    if (events) recent.add(events);
    else recent.restart([], performance.now());
    if (events?.length) hasNews = true;
    for (const listener of listeners) listener(events);
  }

  const catchUp = coalesce(async () => {
    if (follower) return follower.catchUp();
    const startedAt = performance.now();
    const started = await followOutbox(db, handle);
    const past = await readPast(db, startedAt);
    recent.restart(past ?? [], past ? startedAt - keptMs : startedAt);
    for (const listener of listeners) listener(undefined);
    follower = started;
  });

  const tryCatchUp = () => catchUp().catch(() => {});

  async function poll(): Promise<void> {
    await tryCatchUp();
    if (!notifyTimer) hasNews = false;
    if (!closed) pollTimer = setTimeout(poll, pollMs);
  }

  async function publish(): Promise<void> {
    await tryCatchUp();
    if (hasNews && !closed) notifyTimer ??= setTimeout(notify, notifyDelayMs);
  }

  async function notify(): Promise<void> {
    notifyTimer = undefined;
    hasNews = false;
    // No warning: others find the events by polling, within a second.
    await queryRows(db, sql`select pg_notify(${channel}, ${processId})`).catch((error) =>
      log.info({ err: withoutQueryValues(error) }, "Could not notify others"),
    );
  }

  const listening = listen(url, channel, (from) => {
    if (from !== processId) void tryCatchUp();
  });
  void poll();

  const behindMs = () => performance.now() - (follower?.currentAt ?? 0);
  return {
    processId,
    catchUp,
    publish,
    behindMs,
    isCurrent: () => follower !== undefined && !follower.hasFailed && behindMs() < maxBehindMs,
    within: (ageMs) => recent.within(ageMs),
    onEvents: (listener) => void listeners.add(listener),
    async close() {
      closed = true;
      clearTimeout(pollTimer);
      await listening.close();
      if (notifyTimer) {
        clearTimeout(notifyTimer);
        await notify();
      }
      await disconnect();
    },
  };
}

/** So that tabs of a process that has ended are told what they missed; undefined if it is too much. */
async function readPast(db: Queries, now: number) {
  const rows = await queryRows<ShopEvent & { age: string }>(
    db,
    sql`
    select id, name, about, tags, data, extract(epoch from now() - at) * 1000 as age
    from outbox where at > now() - make_interval(secs => ${keptMs / 1_000})
    order by at limit ${maxAtOnce + 1}`,
  );
  if (rows.length > maxAtOnce) return undefined;
  return rows.map(({ age, ...event }) => ({ at: now - Number(age), event }));
}
