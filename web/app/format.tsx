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

/** "2023-04-01" → "1 Apr 2023", the same on the server and in every browser. */
export function writeDate(date: string): string {
  const [year, month, day] = date.split("-").map(Number);
  return `${day} ${months[(month ?? 1) - 1]} ${year}`;
}

/** Splits at each number with its unit: the odd pieces. */
const numberWithUnit =
  /(\d+(?:[.,]\d+)? (?:mm|cm|m|km|g|kg|l|l\/min|cc|cc\/min|bar|V|kV|A|Ah|W|kW|Nm|Hz|°C)(?![\p{L}\d/]))/u;

/** No line ends between "312" and "mm". */
export function KeepUnits({ children }: { children: string }) {
  return children.split(numberWithUnit).map((piece, at) =>
    at % 2 === 0 ? (
      piece
    ) : (
      <span key={String(at)} className="whitespace-nowrap">
        {piece}
      </span>
    ),
  );
}
