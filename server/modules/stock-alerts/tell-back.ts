import * as z from "zod/mini";
import { isOrderable } from "#contract/rules/quantity.ts";
import { everyPartTag, partTag, tagKind } from "#contract/tags.ts";
import type { Context } from "#server/context.ts";
import { findPart } from "#server/modules/catalog/store.ts";
import { addOrderLetter } from "#server/modules/letters/queue-letter.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import {
  addConsumer,
  consumeNext,
  type EventConsumer,
} from "#server/platform/events/consume-events.ts";
import type { ShopEvent } from "#server/platform/events/outbox.ts";
import { defineJob, defineSchedule, type JobKind } from "#server/platform/jobs/job.ts";
import { enqueue } from "#server/platform/jobs/store.ts";
import { listAwaitedParts, takeWaiting } from "./store.ts";

const aPart = z.object({ partId: z.string() });
const backJob: JobKind<z.output<typeof aPart>> = { kind: "tell-back", payload: aPart };

/** In one transaction. */
const batchSize = 100;

const consumer: EventConsumer = {
  name: "stock-alerts",
  handle: (tx, events) => queueAwaited(tx, changedParts(events)),
};

async function queueAwaited(tx: Queries, partIds?: string[]): Promise<void> {
  for (const partId of await listAwaitedParts(tx, partIds))
    await enqueue(tx, backJob, { payload: { partId }, key: partId });
}

/** Undefined: any part may have changed. */
function changedParts(events: readonly ShopEvent[]): string[] | undefined {
  const tags = new Set(events.flatMap(({ tags }) => tags));
  if (tags.has(everyPartTag)) return undefined;
  const kind = tagKind(partTag(""));
  return [...tags].filter((tag) => tagKind(tag) === kind).map((tag) => tag.slice(kind.length + 1));
}

export const followPartsJob = ({ db, jobs }: Pick<Context, "db" | "jobs">) =>
  defineSchedule({
    kind: "follow-parts",
    title: "Look for parts that somebody waits for",
    everySeconds: 5,
    async run({ signal }) {
      await inTransaction(db, async (tx) => {
        if (await addConsumer(tx, consumer)) await queueAwaited(tx);
      });
      while (!signal.aborted && (await consumeNext(db, consumer)));
      jobs.wake();
    },
  });

/** Each alert gets its letter in the transaction that ends it. */
export const tellBackJob = ({ db, jobs }: Pick<Context, "db" | "jobs">) =>
  defineJob({
    ...backJob,
    title: "Tell who waits that a part is back",
    aboutWhat: ({ partId }) => ({ kind: "part", id: partId }),
    async run({ partId }, { signal }) {
      const tellSome = () =>
        inTransaction(db, async (tx) => {
          const part = await findPart(tx, partId);
          if (!part || !isOrderable(part)) return 0;
          const told = await takeWaiting(tx, partId, batchSize);
          for (const alert of told) await addOrderLetter(tx, "back-in-stock", alert);
          return told.length;
        });
      while (!signal.aborted && (await tellSome()) === batchSize);
      jobs.wake();
    },
  });
