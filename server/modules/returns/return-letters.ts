// Letters about returns. Nothing that customers wrote is in them.
import { eq } from "drizzle-orm";
import type { Return } from "#contract/returns.ts";
import { formatCents, toCents } from "#contract/rules/money.ts";
import type { LetterWriter } from "#server/modules/letters/letter-writer.ts";
import type { ReadSettings } from "#server/modules/settings/keep-settings.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { type Fact, writeLetter } from "#server/platform/mail/write-letter.ts";
import { presentReturn } from "./store.ts";
import { returns } from "./tables.ts";

type Options = { db: Queries; origin: string; shopName: string; settings: ReadSettings };
type Contents = { subject: string; says: string[]; facts?: Fact[] };

const writers: Record<string, (about: Return) => Contents | undefined> = {
  "return-asked": (about) => ({
    subject: `We have your request for return ${about.number}`,
    says: [
      `you asked to return parts of your order ${about.orderNumber}. We look at it and write to you again, within two working days.`,
      "Please keep the parts until then.",
    ],
  }),
  "return-approved": (about) => ({
    subject: `Please send us the parts of return ${about.number}`,
    says: [
      "you can send the parts back now. Put the number of the return into the parcel.",
      about.free
        ? "The way back costs you nothing: we send you a label, or pay what you paid for it."
        : "The cost of the way back is yours.",
    ],
    facts: about.sendTo === "" ? [] : [["Send it to", about.sendTo]],
  }),
  "return-refused": ({ number, because, state }) =>
    state === "refused"
      ? {
          subject: `Your return ${number}`,
          says: ["we cannot take these parts back:", because],
        }
      : undefined,
  "return-received": ({ number, lines }) => ({
    subject: `Your parts of return ${number} have arrived`,
    says: ["your parcel is here. We look at the parts next and write to you again."],
    facts: lines.map(({ received, name }) => ["Received", `${received} × ${name}`]),
  }),
  "return-closed": (about) => ({
    subject: `Your return ${about.number} is done`,
    says: [...about.lines.flatMap(outcomeOf), ...refundOf(about)],
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

function refundOf({ refund }: Return): string[] {
  if (!refund) return [];
  const amount = `$${formatCents(toCents(refund.amount))}`;
  return [`${amount} goes back to your card. Banks take up to ten days to show it.`];
}

export function returnLetters(options: Options): Record<string, LetterWriter> {
  const { db, origin, shopName, settings } = options;
  const toWriter =
    (write: (about: Return) => Contents | undefined): LetterWriter =>
    async ({ email }, id) => {
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
      return writeLetter({
        ...{ to: email, shopName, greeting: "Hello,", ...contents, facts },
        link: { label: "See your return", href: `${origin}/dashboard/return/${about.order}` },
      });
    };
  return Object.fromEntries(
    Object.entries(writers).map(([kind, write]) => [kind, toWriter(write)]),
  );
}

const toFact = ({ quantity, name }: Return["lines"][number]): Fact => [
  "Part",
  `${quantity} × ${name}`,
];
