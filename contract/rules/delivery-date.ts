import type { DeliveryMethod, DeliverySettings } from "../delivery-settings.ts";
import { anywhere } from "./find-zone.ts";

/** Further ahead than this, nothing is promised. */
const maxDays = 60;

export type DeliveryPromise = {
  /** Days, such as 2026-11-24. */
  from: string;
  until: string;
  /** Paid later than this, it begins a working day later. Milliseconds since 1970. */
  orderBefore: number;
};

type Question = {
  method: DeliveryMethod;
  holidays: DeliverySettings["holidays"];
  /** Where it is delivered; undefined: collected at the works. */
  country: string | undefined;
  timeZone: string;
  /** Milliseconds since 1970. */
  now: number;
};

export function promiseDelivery(question: Question): DeliveryPromise | undefined {
  const { method, timeZone, now } = question;
  const { isWorking, isCarried } = createCalendars(question);
  const local = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone);
  const today = local.toPlainDate();
  const cutOffOf = (day: Temporal.PlainDate) =>
    // In the hour that a change of clocks skips, the moment after it counts.
    day.toZonedDateTime({ timeZone, plainTime: method.cutOff }).epochMilliseconds;
  const isStillToday = isWorking(today) && now < cutOffOf(today);
  const begin = isStillToday ? today : nextDay(today, isWorking);
  const ready = begin && addDays(begin, method.handlingDays, isWorking);
  const from = ready && addDays(ready, method.transitFrom, isCarried);
  const until = ready && addDays(ready, method.transitTo, isCarried);
  if (!begin || !from || !until || today.until(until).days > maxDays) return undefined;
  return { from: `${from}`, until: `${until}`, orderBefore: cutOffOf(begin) };
}

type IsCounted = (day: Temporal.PlainDate) => boolean;

function createCalendars({ method, holidays, country }: Question) {
  const daysOff = (calendars: (string | undefined)[]) =>
    new Set(holidays.filter(({ calendar }) => calendars.includes(calendar)).map(({ day }) => day));
  const atWorks = daysOff(["works"]);
  const there = country === undefined ? atWorks : daysOff([country, anywhere]);
  const onDays =
    (weekdays: readonly number[], off: ReadonlySet<string>): IsCounted =>
    (day) =>
      weekdays.includes(day.dayOfWeek) && !off.has(`${day}`);
  return {
    isWorking: onDays(method.workingDays, atWorks),
    isCarried: onDays(method.carrierDays, there),
  };
}

function nextDay(after: Temporal.PlainDate, isCounted: IsCounted): Temporal.PlainDate | undefined {
  let day = after;
  for (let step = 0; step < maxDays; step++) {
    day = day.add({ days: 1 });
    if (isCounted(day)) return day;
  }
  return undefined;
}

function addDays(
  from: Temporal.PlainDate,
  count: number,
  isCounted: IsCounted,
): Temporal.PlainDate | undefined {
  let day: Temporal.PlainDate | undefined = from;
  for (let step = 0; step < count && day; step++) day = nextDay(day, isCounted);
  return day;
}
