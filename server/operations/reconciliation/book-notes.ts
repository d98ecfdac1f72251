// Why the card provider's book was not compared, or not all of it.
import type { Difference } from "#contract/ledger.ts";
import { moment } from "./rule.ts";
import type { Read } from "./work-through-book.ts";

type Note = Difference & { about: "" };

export const notSetUp: Note = {
  kind: "provider-not-set-up",
  about: "",
  says: "No card provider is set up, so there is no book of payments to compare with.",
  remedy: "Set STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET to take cards.",
};

export function unread(why: string): Note {
  return {
    kind: "provider-unread",
    about: "",
    says: `The card provider's book could not be read, so it was not compared: ${why}.`,
    remedy:
      "If it stays so, see whether the card provider has an outage and whether the shop's keys are right.",
  };
}

/** The night's check has most time: what it does not come to, none does. */
export function readInPart({ cut }: Pick<Read, "cut">, isNight: boolean): Difference[] {
  const { payments, refunds } = cut;
  const ends = [
    ...(payments ? [`its payments back to ${moment(payments)}`] : []),
    ...(refunds ? [`its refunds back to ${moment(refunds)}`] : []),
  ];
  if (ends.length === 0) return [];
  return [
    {
      kind: isNight ? "provider-too-long" : "provider-read-in-part",
      about: "",
      says: `The card provider's book is long: ${ends.join(", and ")} were compared.`,
      remedy: isNight
        ? "Nothing needs to be done: each payment is compared when it is new, and what differed once is asked for until it is mended."
        : "Nothing needs to be done: each payment is compared when it is new, and once a day the shop takes ten minutes to read further.",
    },
  ];
}

export function tooMany(count: number, looked: number): Note {
  return {
    kind: "provider-differs-more",
    about: "",
    says: `${count} payments seem to differ; ${looked} of them were looked at.`,
    remedy: "Mend what is listed first, then check everything again.",
  };
}
