// Numbers and times as the reader's browser writes them, for screens that are made in the browser;
// what the server renders for everyone is in the locale of its text (contract/money.ts). Money is
// dollars for everyone: the sign stands in the text around the figure.
import { showFigure } from "#contract/figures.ts";
import * as money from "#contract/money.ts";

export function showDollars(dollars: number): string {
  return money.showDollars(dollars, navigator.language);
}

export function showCents(cents: money.Cents): string {
  return money.showCents(cents, navigator.language);
}

export function showCount(count: number): string {
  return showFigure(count, 0, navigator.language);
}

export function showDay(time: string): string {
  return new Date(time).toLocaleDateString(navigator.language, { dateStyle: "medium" });
}

/** To the minute. */
export function showTime(time: string): string {
  return new Date(time).toLocaleString(navigator.language, {
    dateStyle: "medium",
    timeStyle: "short",
  });
}
