// Formats in the reader's locale, for what is rendered in the browser only. The currency is always
// dollars.

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
