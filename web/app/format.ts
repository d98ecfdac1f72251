// Numbers and times as the reader's browser writes them, for screens that are made in the browser;
// what the server renders for everyone is in the locale of its text (contract/rules/money.ts). Money is
// dollars for everyone: the sign stands in the text around the figure.

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

/** To the minute. */
export function formatDateTime(time: string): string {
  return new Date(time).toLocaleString(navigator.language, {
    dateStyle: "medium",
    timeStyle: "short",
  });
}
