// An example of each kind of letter, to a customer with a proven mailbox, as its writer makes it.
import { type LetterKind, type LetterValues, letterOriginals } from "#contract/letter-originals.ts";
import { describeBankAccount, findBankAccount } from "#contract/rules/bank-account.ts";
import { shortPartPath } from "#contract/rules/part-path.ts";
import type { Settings } from "#contract/settings.ts";
import type { Fact } from "#server/platform/mail/write-letter.ts";
import type { LetterDraft } from "./letter-writer.ts";

type Shop = Pick<Settings, "company" | "returns"> & { origin: string; shopName: string };

type Example<Kind extends LetterKind> = {
  /** Where the examples of the placeholders do not suit the rest. */
  values?: Partial<LetterValues<Kind>>;
  greeting?: string;
  facts?: readonly Fact[];
  /** Below the address of the shop. */
  link?: readonly [label: string, path: string];
  attachment?: string;
};
type Examples = { [Kind in LetterKind]: (shop: Shop) => Example<Kind> };

const token = "aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789_-aBcDe";
const greeting = "Hello Vera Lind,";
const exampleOrigin = "https://shop.example";

const toOrder = ["See your order", `/order#token=${token}`] as const;
const toPay = ["Pay this order", `/order#token=${token}`] as const;
const toDocuments = ["See the order and its documents", `/order#token=${token}`] as const;
const toReturn = ["See your return", `/order#token=${token}`] as const;
const toPart = ["See the part", shortPartPath("PW-1042")] as const;
const order: Fact = ["Order", "10488"];
const pieces: Fact = ["Part", "2 × Brake Disc"];
const inIt: Fact = ["In it", "2 × Brake Disc (PW-1042)"];
const transaction: Fact = ["Transaction", "pi_3PExample"];

const factsOfOrder = ({ origin }: Shop): Fact[] => [
  ["Product", "Brake Disc", `${origin}${shortPartPath("PW-1042")}`],
  ["Quantity", "2"],
  ["Per piece", "$54.90"],
  ["Total", "$109.80"],
  ["Order number", "10488", `${origin}/order#token=${token}`],
  ["Order", "0b1f6a52-5f0c-4c57-9d0e-3a8f2f6f4a11"],
];

function bankFacts({ company, shopName }: Shop, reference: string): Fact[] {
  const bank = findBankAccount(company, shopName);
  return bank ? [...describeBankAccount(bank), ["Reference", reference]] : [];
}

const returnFacts = (...first: Fact[]): Fact[] => [...first, ["Return", "1007"], order];

const examples: Examples = {
  "verify-email": () => ({ link: ["Verify my e-mail", `/verify-email#token=${token}`] }),
  reset: () => ({
    link: ["Choose it here", `/reset#token=${token}&email=vera%40example.com`],
  }),
  "sign-in-code": () => ({}),
  "password-changed": () => ({ link: ["Ask for a new password", "/forgotten"] }),
  "change-email-old": () => ({ link: ["Allow the change", `/change-email#token=${token}`] }),
  "change-email-new": () => ({ link: ["Confirm this e-mail", `/change-email#token=${token}`] }),
  "email-changed": () => ({ link: ["To the shop", "/contact"] }),
  "sign-in-changed": () => ({ link: ["Sign-in and security", "/dashboard/security"] }),
  "order-placed": (shop) => ({
    values: { delete: "If you change your mind, you can cancel it on the page of your order." },
    greeting,
    facts: [
      ...factsOfOrder(shop),
      ["Phone", "+46 8 123 45 67"],
      ["Address", "Verkstadsgatan 4, 117 36 Stockholm"],
    ],
    link: toPay,
  }),
  "hold-ending": (shop) => ({ greeting, facts: factsOfOrder(shop), link: toPay }),
  "order-paid": (shop) => ({
    greeting,
    facts: [...factsOfOrder(shop), transaction],
    link: toOrder,
  }),
  invoice: (shop) => ({
    facts: [
      ["Invoice", "INV-2026-00101"],
      ["Date", "2026-11-23"],
      ["Total", "$109.80"],
      order,
      ...bankFacts(shop, "INV-2026-00101"),
    ],
    link: toDocuments,
    attachment: "INV-2026-00101.pdf",
  }),
  "credit-note": () => ({
    facts: [["Credit note", "CRN-2026-00012"], ["Date", "2026-11-25"], ["Total", "$109.80"], order],
    link: toDocuments,
    attachment: "CRN-2026-00012.pdf",
  }),
  "order-cancelled": (shop) => ({
    greeting,
    facts: [...factsOfOrder(shop), transaction],
    link: toOrder,
  }),
  "order-refunded": (shop) => ({
    greeting,
    facts: [...factsOfOrder(shop), transaction],
    link: toOrder,
  }),
  "pieces-cancelled": () => ({ facts: [["1 × Brake Disc", "$54.90"], order], link: toOrder }),
  "order-shipped": () => ({
    facts: [
      ["In it", "1 × Brake Disc (PW-1042)"],
      ["Carrier", "DHL"],
      ["Tracking", "JD0146000012345678"],
      order,
    ],
    link: toOrder,
  }),
  "order-delivered": () => ({ facts: [inIt, order], link: toOrder }),
  "order-ready": ({ company: { address, openingHours } }) => ({
    facts: [inIt, ["Collect it at", address], ["Opening hours", openingHours], order],
    link: toOrder,
  }),
  "order-collected": () => ({ facts: [inIt, order], link: toOrder }),
  "parcel-lost": () => ({ facts: [["Lost", "2 × Brake Disc"], order], link: toOrder }),
  "return-asked": () => ({ facts: returnFacts(pieces), link: toReturn }),
  "return-approved": ({ returns: { address } }) => ({
    facts: returnFacts(pieces, ...(address === "" ? [] : [["Send it to", address] as const])),
    link: toReturn,
  }),
  "return-refused": () => ({ facts: returnFacts(pieces), link: toReturn }),
  "return-received": () => ({ facts: returnFacts(["Received", "2 × Brake Disc"]), link: toReturn }),
  "return-closed": () => ({ facts: returnFacts(pieces), link: toReturn }),
  "withdrawal-received": () => ({
    facts: [
      ["Withdrawal", "1003"],
      ["Received", "23 November 2026 at 10:15 UTC"],
      ["Name", "Vera Lind"],
      order,
      ["Goods", "The whole order"],
    ],
    link: ["Confirm your withdrawal", `/withdraw?confirm=1#token=${token}`],
  }),
  "confirm-stock-alert": () => ({ link: ["Yes, tell me", `/stock-alert#token=${token}`] }),
  "company-invitation": () => ({ link: ["Join the company", `/join-company#token=${token}`] }),
  "account-reminder": (shop) => ({
    facts: [order, ["Open", "$54.90"], ...bankFacts(shop, "Order 10488")],
    link: ["See the order and its invoice", `/order#token=${token}`],
  }),
  "known-stock-alert": () => ({ link: toPart }),
  "back-in-stock": ({ origin }) => ({
    facts: [
      ["Part", "Brake Disc", `${origin}${shortPartPath("PW-1042")}`],
      ["Number", "PW-1042"],
      ["Price", "$54.90"],
      ["In stock", "120"],
      ["One order", "1 to 120"],
    ],
    link: toPart,
  }),
  "low-stock": ({ origin }) => ({
    values: { products: "2 products are", rest: "" },
    facts: [
      ["PW-1042", "Brake Disc: 3 left, low from 10", `${origin}/dashboard/manageProducts/example`],
      ["PW-2210", "Oil Filter: 8 left, low from 20", `${origin}/dashboard/manageProducts/example`],
    ],
    link: ["Open the list", "/dashboard/manageProducts?view=low&sort=stock"],
  }),
  "fit-question": () => ({
    facts: [
      ["Part", "PW-1042 Brake Disc"],
      ["Car", "2014 Corvane Arden"],
      ["Known of it", "Nothing else"],
      ["Answer to", "vera@example.com"],
    ],
    link: toPart,
  }),
  "webhook-disabled": () => ({
    facts: [
      ["Webhook", "Accounting"],
      ["Address", "accounting.example"],
    ],
    link: ["Open its log", "/dashboard/webhooks/example"],
  }),
};

export function exampleDraft(kind: LetterKind, shop: Shop): LetterDraft {
  const { values, link, attachment, ...rest } = examples[kind](shop);
  const known = Object.entries(letterOriginals[kind].values).map(([name, [, example]]) => [
    name,
    example.replace(exampleOrigin, shop.origin),
  ]);
  return {
    kind,
    to: "vera@example.com",
    ...rest,
    values: { ...Object.fromEntries(known), ...values },
    ...(link && { link: { label: link[0], href: shop.origin + link[1] } }),
    attachments: attachment
      ? [{ filename: attachment, contentType: "application/pdf", content: Buffer.alloc(0) }]
      : [],
  } as LetterDraft;
}
