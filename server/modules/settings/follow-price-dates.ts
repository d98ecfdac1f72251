import { toOffers } from "#contract/rules/offers.ts";
import { settingsTag } from "#contract/tags.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { storeEvents } from "#server/platform/events/outbox.ts";
import { defineSchedule } from "#server/platform/jobs/job.ts";
import type { ReadSettings } from "./keep-settings.ts";

const everySeconds = 60;

type Context = { db: Database; clock: Clock; settings: ReadSettings };

/** For open tabs: what is cached knows until when it holds. */
export const followPriceDatesJob = ({ db, clock, settings }: Context) =>
  defineSchedule({
    kind: "follow-price-dates",
    title: "Show prices of lists that have begun or ended",
    everySeconds,
    async run() {
      const now = clock.now().getTime();
      const { priceLists } = toOffers(await settings());
      const isRecent = (time: number | null) =>
        time !== null && time <= now && time > now - 3 * everySeconds * 1_000;
      if (!priceLists.some(({ from, until }) => isRecent(from) || isRecent(until))) return;
      await storeEvents(db, [{ name: "prices.dated", about: newId(), tags: [settingsTag] }]);
    },
  });
