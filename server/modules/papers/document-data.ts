import type { BankAccount } from "#contract/rules/bank-account.ts";
import type { Cents } from "#contract/rules/money.ts";

export type Series = "INV" | "CRN";

export type Party = {
  name: string;
  /** In lines, with the country. */
  address: string;
  /** ISO 3166; empty where an order has its address as text alone. */
  country: string;
  vatId: string;
  email: string;
  phone: string;
  logo?: string;
};

export type DocumentLine = {
  line: string;
  kind: "part" | "deposit" | "delivery";
  partNumber: string;
  name: string;
  quantity: number;
  /** Null on credit notes: amounts of pieces are shares of what was paid. */
  unitCents: Cents | null;
  discountCents: Cents;
  rateBp: number;
  netCents: Cents;
  taxCents: Cents;
};

export type TaxMode = "contained" | "added" | "reverse" | "none";

/** All that a document says. It is stored once and never changes. */
export type DocumentData = {
  layout: 1;
  series: Series;
  number: string;
  /** A day of the works, such as 2026-11-23. */
  issuedOn: string;
  order: {
    number: number;
    placedOn: string;
    /** Empty on account. */
    paidOn: string;
    dueOn?: string;
    reference: string;
  };
  /** Of credit notes. */
  corrects: { number: string; issuedOn: string } | null;
  /** Of an invoice in another's place. */
  replaces: string | null;
  because: string;
  seller: Party & { bank?: BankAccount };
  buyer: Party;
  taxMode: TaxMode;
  lines: DocumentLine[];
  taxes: { rateBp: number; netCents: Cents; taxCents: Cents }[];
  netCents: Cents;
  taxCents: Cents;
  totalCents: Cents;
};

/** As customers see amounts: with tax where prices contain it. */
export function shownCents(
  { taxMode }: Pick<DocumentData, "taxMode">,
  { netCents, taxCents }: Pick<DocumentLine, "netCents" | "taxCents">,
): Cents {
  return taxMode === "contained" ? netCents + taxCents : netCents;
}
