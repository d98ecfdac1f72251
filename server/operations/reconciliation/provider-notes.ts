import type { Difference } from "#contract/reconciliation.ts";
import type { ProviderRecords } from "./read-provider-lists.ts";
import { showMinute } from "./rule.ts";

type Note = Difference & { about: "" };

export const providerNotSetUp: Note = {
  kind: "provider-not-set-up",
  about: "",
  says: "No card provider is set up, so there are no payments to compare with.",
  remedy: "Set STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET to take cards.",
};

export function providerUnreadable(why: string): Note {
  return {
    kind: "provider-unread",
    about: "",
    says: `The card provider's records could not be read, so it was not compared: ${why}.`,
    remedy:
      "If it stays so, see whether the card provider has an outage and whether the shop's keys are right.",
  };
}

export function partlyRead({ cut }: Pick<ProviderRecords, "cut">, isNight: boolean): Difference[] {
  const { payments, refunds } = cut;
  const ends = [
    ...(payments ? [`its payments back to ${showMinute(payments)}`] : []),
    ...(refunds ? [`its refunds back to ${showMinute(refunds)}`] : []),
  ];
  if (ends.length === 0) return [];
  return [
    {
      kind: isNight ? "provider-too-long" : "provider-read-in-part",
      about: "",
      says: `The card provider has many records: ${ends.join(", and ")} were compared.`,
      remedy: isNight
        ? "Nothing needs to be done: each payment is compared when it is new, and every difference is checked until it is resolved."
        : "Nothing needs to be done: each payment is compared when it is new, and once a day the shop takes ten minutes to read further.",
    },
  ];
}

export function tooManyMismatches(count: number, looked: number): Note {
  return {
    kind: "provider-differs-more",
    about: "",
    says: `${count} payments seem to differ; ${looked} of them were examined.`,
    remedy: "Resolve what is listed first, then check everything again.",
  };
}
