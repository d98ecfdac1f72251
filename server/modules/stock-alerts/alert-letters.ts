import { formatCents, formatNumber, toCents } from "#contract/rules/money.ts";
import { shortPartPath } from "#contract/rules/part-path.ts";
import { isOrderable, quantityLimits } from "#contract/rules/quantity.ts";
import { alertDays } from "#contract/stock-alerts.ts";
import type { Context } from "#server/context.ts";
import { findPart } from "#server/modules/catalog/store.ts";
import { hashToken, newToken } from "#server/modules/identity/tokens.ts";
import type { LetterWriter } from "#server/modules/letters/letter-writer.ts";
import type { StockLetterKind } from "#server/modules/letters/queue-letter.ts";
import { confirmHours, findAlert, reopenAlert, setToken } from "./store.ts";

/** Tokens are created when a letter is sent, so that the queue holds none. */
export function alertLetters({
  db,
  origin,
}: Pick<Context, "db" | "origin">): Record<StockLetterKind, LetterWriter> {
  const stopText = (token: string) =>
    `To get no more letters about parts that are back: ${origin}/stock-alert/stop#token=${token}`;

  return {
    "confirm-stock-alert": async ({ email: to }, id) => {
      const alert = id ? await findAlert(db, id) : undefined;
      const part = alert && (await findPart(db, alert.partId));
      if (!alert || alert.toldAt || !part) return undefined;
      const token = newToken();
      await setToken(db, alert.id, hashToken(token));
      const { name, number } = part;
      if (alert.confirmedAt)
        return {
          kind: "known-stock-alert",
          to,
          values: { part: name, number, stop: stopText(token) },
          link: { label: "See the part", href: origin + shortPartPath(number) },
        };
      return {
        kind: "confirm-stock-alert",
        to,
        values: { part: name, number, hours: `${confirmHours}`, days: `${alertDays}` },
        link: { label: "Yes, tell me", href: `${origin}/stock-alert#token=${token}` },
      };
    },
    "back-in-stock": async ({ email: to }, id) => {
      const alert = id ? await findAlert(db, id) : undefined;
      const part = alert && (await findPart(db, alert.partId));
      if (!alert?.toldAt) return undefined;
      if (!part || !isOrderable(part)) {
        await reopenAlert(db, alert.id);
        return undefined;
      }
      const token = newToken();
      await setToken(db, alert.id, hashToken(token));
      const href = origin + shortPartPath(part.number);
      const { min, max } = quantityLimits(part);
      return {
        kind: "back-in-stock",
        to,
        values: { part: part.name, number: part.number, stop: stopText(token) },
        facts: [
          ["Part", part.name, href],
          ["Number", part.number],
          ["Price", `$${formatCents(toCents(part.price))}`],
          ["In stock", formatNumber(part.availablQuantity, 0)],
          ["One order", min === max ? `${min}` : `${min} to ${formatNumber(max, 0)}`],
        ],
        link: { label: "See the part", href },
      };
    },
  };
}
