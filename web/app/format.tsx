// How amounts, counts, dates and times are written: as the texts are, in English, so that the server
// and every browser write the same. A zone is named to those whose own differs, so times of day are
// rendered in the browser only.

import * as money from "#contract/rules/money.ts";
import { shopZone } from "./shop-zone.ts";

const locale = "en-US";

export const { formatCents, formatDollars } = money;

export function formatCount(count: number): string {
  return money.formatNumber(count, 0);
}

/** "1 piece", "2 pieces" */
export const plural = (count: number, one: string, more = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : more}`;

type Parts = Intl.DateTimeFormatOptions;

const day: Parts = { year: "numeric", month: "short", day: "numeric" };
const minute: Parts = { hour: "numeric", minute: "2-digit" };

const formats = new Map<string, Intl.DateTimeFormat>();

/** Kept: making one takes as long as using it twenty times. */
function formatOf(parts: Parts): Intl.DateTimeFormat {
  const key = JSON.stringify(parts);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, parts);
  formats.set(key, format);
  return format;
}

/** In the shop's time zone, with its name for readers whose own clock or calendar shows something else. */
function writeTime(time: Date | string, parts: Parts, { shop = shopZone(), own }: Zones): string {
  const at = new Date(time);
  const text = formatOf({ ...parts, timeZone: shop }).format(at);
  if (text === formatOf({ ...parts, timeZone: own }).format(at)) return text;
  return formatOf({ ...parts, timeZone: shop, timeZoneName: "short" }).format(at);
}

/** By default the reader's own is the browser's. */
type Zones = { shop?: string; own?: string };

export const formatDate = (time: string, zones: Zones = {}): string => writeTime(time, day, zones);

export const formatDateTime = (time: string, zones: Zones = {}): string =>
  writeTime(time, { ...day, ...minute }, zones);

/** "5:04 PM" */
export const formatTime = (time: Date, zones: Zones = {}): string => writeTime(time, minute, zones);

/** "Tue, Nov 24": the day is one of a calendar, not of a time zone. */
export function formatDay(day: string): string {
  return new Date(`${day}T12:00:00Z`).toLocaleDateString(locale, {
    weekday: "short",
    day: "numeric",
    month: "short",
    timeZone: "UTC",
  });
}

export function formatDays(from: string, until: string): string {
  return from === until ? formatDay(from) : `${formatDay(from)} to ${formatDay(until)}`;
}

type Promised = { from: string; until: string; method: string };

/** "Tue, Nov 24 to Thu, Nov 26 by Express"; without the method if it is collected. */
export function formatPromise({ from, until, method }: Promised, isCollection = false): string {
  if (isCollection) return formatDays(from, until);
  return `${formatDays(from, until)} by ${method}`;
}

export function DateTime({ time }: { time: string }) {
  return <time dateTime={time}>{formatDateTime(time)}</time>;
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** The law wants it beside a price that is reduced. */
export const writeLowest = (dollars: string) => `Lowest price of the last 30 days: $${dollars}.`;

/** "2023-04-01" → "1 Apr 2023", the same on the server and in every browser. */
export function writeDate(date: string): string {
  const [year, month, day] = date.split("-").map(Number);
  return `${day} ${months[(month ?? 1) - 1]} ${year}`;
}

const amount = /(?<!\d)\d{1,6}(?:[.,]\d{1,6}){0,2}/.source;
const units = "mm|cm|m|km|g|kg|l|l/min|cc|cc/min|bar|V|kV|A|Ah|W|kW|Nm|Hz|°C|rpm";

/** Splits at each size with its unit ("292 x 204 mm") and each thread: the odd pieces. */
const sizes = new RegExp(
  `((?:${amount} [x×] ){0,3}${amount} (?:${units})(?![\\p{L}\\d/])|(?<!\\p{L})M\\d{1,3} [x×] ${amount})`,
  "u",
);

/** No line ends between "312" and "mm". */
export function KeepUnits({ children }: { children: string }) {
  return children.split(sizes).map((piece, at) =>
    at % 2 === 0 ? (
      piece
    ) : (
      <span key={String(at)} className="whitespace-nowrap">
        {piece}
      </span>
    ),
  );
}
