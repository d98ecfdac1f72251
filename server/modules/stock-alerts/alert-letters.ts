import { formatCents, formatNumber, toCents } from "#contract/rules/money.ts";
import { shortPartPath } from "#contract/rules/part-path.ts";
import { isOrderable, quantityLimits } from "#contract/rules/quantity.ts";
import { alertDays } from "#contract/stock-alerts.ts";
import { hashToken, newToken } from "#server/modules/identity/tokens.ts";
import type { LetterWriter } from "#server/modules/letters/letter-writer.ts";
import type { StockLetterKind } from "#server/modules/letters/queue-letter.ts";
import { writeLetter } from "#server/platform/mail/write-letter.ts";
import type { StockAlertsContext } from "./context.ts";
import { confirmHours, findAlert, reopenAlert, setToken } from "./store.ts";

type Context = Pick<StockAlertsContext, "db" | "catalog"> & { origin: string; shopName: string };

/** Tokens are created when a letter is sent, so that the queue holds none. */
export function alertLetters({
  db,
  catalog,
  origin,
  shopName,
}: Context): Record<StockLetterKind, LetterWriter> {
  const common = { shopName, greeting: "Hello," };
  const stopText = (token: string) =>
    `To get no more letters about parts that are back: ${origin}/stock-alert/stop#token=${token}`;

  return {
    "confirm-stock-alert": async ({ email: to }, id) => {
      const alert = id ? await findAlert(db, id) : undefined;
      const part = alert && (await catalog.findPart(db, alert.partId));
      if (!alert || alert.toldAt || !part) return undefined;
      const token = newToken();
      await setToken(db, alert.id, hashToken(token));
      const named = `${part.name} (${part.number})`;
      if (alert.confirmedAt)
        return writeLetter({
          ...{ ...common, to, subject: `You are on the list for ${part.name}` },
          says: [
            `someone, probably you, asked once more to be told when ${named} can be ordered again. You are on the list already: we will write to you.`,
          ],
          link: { label: "See the part", href: origin + shortPartPath(part.number) },
          also: [stopText(token)],
        });
      return writeLetter({
        ...{ ...common, to, subject: `Shall we tell you when ${part.name} is back?` },
        says: [
          `someone, probably you, asked ${shopName} to write to this address when ${named} can be ordered again.`,
        ],
        link: { label: "Yes, tell me", href: `${origin}/stock-alert#token=${token}` },
        also: [
          `The link works within ${confirmHours} hours. We then send one letter, when the part is back; if it is not back within ${alertDays} days, we send none.`,
          "If it was not you, you can ignore this letter: we will not write again.",
        ],
      });
    },
    "back-in-stock": async ({ email: to }, id) => {
      const alert = id ? await findAlert(db, id) : undefined;
      const part = alert && (await catalog.findPart(db, alert.partId));
      if (!alert?.toldAt) return undefined;
      if (!part || !isOrderable(part)) {
        await reopenAlert(db, alert.id);
        return undefined;
      }
      const token = newToken();
      await setToken(db, alert.id, hashToken(token));
      const href = origin + shortPartPath(part.number);
      const { min, max } = quantityLimits(part);
      return writeLetter({
        ...{ ...common, to, subject: `Back in stock: ${part.name}` },
        says: [
          `you asked ${shopName} to tell you when this part can be ordered again. Now it can.`,
        ],
        facts: [
          ["Part", part.name, href],
          ["Number", part.number],
          ["Price", `$${formatCents(toCents(part.price))}`],
          ["In stock", formatNumber(part.availablQuantity, 0)],
          ["One order", min === max ? `${min}` : `${min} to ${formatNumber(max, 0)}`],
        ],
        link: { label: "See the part", href },
        also: [
          "It is not reserved: others may have waited for it, too. This was our only letter about it; you can ask again on its page.",
          stopText(token),
        ],
      });
    },
  };
}
