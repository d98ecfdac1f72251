import type { Period } from "#contract/overview.ts";

const lengths: Record<Period, number> = { today: 1, week: 7, month: 30 };
/** A chart of one day would show nothing. */
const fewestShown = 7;

/**
 * Calendar days, the oldest first: as many again before those that are shown. `before` ends the same
 * time ago as the period has lasted, so that a morning is not compared with a whole day.
 */
export function toSpans(now: Date, zone: string, period: Period) {
  const length = lengths[period];
  const shown = Math.max(length, fewestShown);
  const moment = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone);
  const startOf = (daysAgo: number) => moment.subtract({ days: daysAgo }).startOfDay();
  const days = Array.from({ length: 2 * shown }, (_, at) => {
    const daysAgo = 2 * shown - 1 - at;
    return { from: toDate(startOf(daysAgo)), to: toDate(startOf(daysAgo - 1)) };
  });
  return {
    days,
    names: days.slice(shown).map((_, at) => nameOf(startOf(shown - 1 - at))),
    now: { from: toDate(startOf(length - 1)), to: now },
    before: {
      from: toDate(startOf(2 * length - 1)),
      to: toDate(moment.subtract({ days: length })),
    },
    from: nameOf(startOf(length - 1)),
    to: nameOf(moment),
  };
}
export type Spans = ReturnType<typeof toSpans>;

const toDate = ({ epochMilliseconds }: Temporal.ZonedDateTime) => new Date(epochMilliseconds);
const nameOf = (moment: Temporal.ZonedDateTime) => moment.toPlainDate().toString();
