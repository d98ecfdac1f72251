// How amounts, times and names are written. What follows the reader's locale is rendered in the
// browser only. The currency is always dollars.

import * as money from "#contract/rules/money.ts";
import { formatNumber } from "#contract/rules/money.ts";

export function formatDollars(dollars: number): string {
  return money.formatDollars(dollars, navigator.language);
}

export function formatCents(cents: money.Cents): string {
  return money.formatCents(cents, navigator.language);
}

export function formatCount(count: number): string {
  return formatNumber(count, 0, navigator.language);
}

/** "1 piece", "2 pieces" */
export const plural = (count: number, one: string, more = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : more}`;

export function formatDate(time: string): string {
  return new Date(time).toLocaleDateString(navigator.language, { dateStyle: "medium" });
}

export function formatDateTime(time: string): string {
  return new Date(time).toLocaleString(navigator.language, {
    dateStyle: "medium",
    timeStyle: "short",
  });
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
