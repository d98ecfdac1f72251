// Letters about returns. Nothing that customers wrote is in them.
import { eq } from "drizzle-orm";
import type { Return } from "#contract/returns.ts";
import { moneyBack } from "#contract/rules/account-credit.ts";
import { formatCents, toCents } from "#contract/rules/money.ts";
import type { LetterDraft, LetterWriter } from "#server/modules/letters/letter-writer.ts";
import { makeOrderAddress } from "#server/modules/orders/order-links.ts";
import type { ReadSettings } from "#server/modules/settings/keep-settings.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import type { Fact } from "#server/platform/mail/write-letter.ts";
import { presentReturn } from "./store.ts";
import { returns } from "./tables.ts";

type Options = { db: Queries; origin: string; settings: ReadSettings };
/** Besides the numbers of the order and the return. */
type Contents = { values?: Record<string, string>; facts?: Fact[] };

const writers: Record<`return-${string}`, (about: Return) => Contents | undefined> = {
  "return-asked": () => ({}),
  "return-approved": (about) => ({
    values: {
      cost: about.free
        ? "The way back costs you nothing: we send you a label, or pay what you paid for it."
        : "The cost of the way back is yours.",
    },
    facts: [
      ...about.lines.map(toFact),
      ...(about.sendTo === "" ? [] : [["Send it to", about.sendTo] as const]),
    ],
  }),
  "return-refused": ({ because, state }) =>
    state === "refused" ? { values: { because: because.replace(/\s+/g, " ") } } : undefined,
  "return-received": ({ lines }) => ({
    facts: lines.map(({ received, name }) => ["Received", `${received} × ${name}`]),
  }),
  "return-closed": (about) => ({
    values: { outcome: [...about.lines.flatMap(outcomeOf), ...refundOf(about)].join("\n\n") },
  }),
};

function outcomeOf({ name, restocked, scrapped, resolution, deduct }: Return["lines"][number]) {
  const what = `${restocked + scrapped} × ${name}`;
  if (resolution === "replace") return [`${what}: we send you the same again.`];
  if (resolution === "refuse") return [`${name}: we send it back to you.`];
  if (resolution === null) return [];
  const less = deduct > 0 ? ` Kept for the loss of value: $${formatCents(toCents(deduct))}.` : "";
  return [`${what}: refunded.${less}`];
}

function refundOf({ refund, dueOn }: Return): string[] {
  if (!refund) return [];
  const amount = `$${formatCents(toCents(refund.amount))}`;
  return [`${amount} ${moneyBack({ dueOn })}`];
}

export function returnLetters(options: Options): Record<string, LetterWriter> {
  const { db, origin, settings } = options;
  const toWriter =
    (kind: string, write: (about: Return) => Contents | undefined): LetterWriter =>
    async (to, id) => {
      if (!id) return undefined;
      const [row] = await db.select().from(returns).where(eq(returns.id, id));
      if (!row) return undefined;
      const about = await presentReturn(db, row, (await settings()).returns.address);
      const contents = write(about);
      if (!contents) return undefined;
      const facts: Fact[] = [
        ...(contents.facts ?? about.lines.map(toFact)),
        ["Return", `${about.number}`],
        ["Order", `${about.orderNumber}`],
      ];
      const { number, orderNumber, order } = about;
      const values = { return: `${number}`, number: `${orderNumber}`, ...contents.values };
      const href = to.isVerified
        ? await makeOrderAddress(db, { origin, to }, { id: order, number: orderNumber })
        : `${origin}/dashboard/return/${order}`;
      const link = { label: "See your return", href };
      return { kind, to: to.email, values, facts, link } as LetterDraft;
    };
  return Object.fromEntries(
    Object.entries(writers).map(([kind, write]) => [kind, toWriter(kind, write)]),
  );
}

const toFact = ({ quantity, name, wants }: Return["lines"][number]): Fact => [
  "Part",
  `${quantity} × ${name}${wants === "replace" ? ", and you would like the same again" : ""}`,
];
