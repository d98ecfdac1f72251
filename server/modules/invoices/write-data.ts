import type { CompanySettings } from "#contract/company-settings.ts";
import type { BankAccount } from "#contract/rules/bank-account.ts";
import { formatAddress } from "#contract/rules/format-address.ts";
import type { Debtor } from "#server/modules/companies/find-debtor.ts";
import type { LineRow, LockedOrder } from "#server/modules/orders/move-order.ts";
import type {
  DocumentData,
  DocumentLine,
  Party,
  TaxMode,
} from "#server/modules/papers/document-data.ts";

export type Seller = {
  company: CompanySettings;
  chargesTax: boolean;

  /** To which orders on account are paid. */
  bank: BankAccount | undefined;
};
type Head = Omit<DocumentData, "lines" | "taxes" | "netCents" | "taxCents" | "totalCents">;
type Numbered = Pick<Head, "series" | "number" | "issuedOn">;

const dayIn = (time: Date | null, timeZone: string) =>
  time?.toLocaleDateString("en-CA", { timeZone }) ?? "";

export function toHead(order: LockedOrder, seller: Seller, numbered: Numbered): Head {
  const { timeZone } = seller.company;
  return {
    layout: 1,
    ...numbered,
    order: {
      number: order.number ?? 0,
      placedOn: dayIn(order.createdAt, timeZone),
      paidOn: order.dueOn ? "" : dayIn(order.paidAt, timeZone),
      ...(order.dueOn && { dueOn: order.dueOn }),
      reference: order.reference,
    },
    corrects: null,
    replaces: null,
    because: "",
    seller: { ...toSeller(seller), ...(order.dueOn && seller.bank && { bank: seller.bank }) },
    buyer: toBuyer(order),
    taxMode: order.taxMode as TaxMode,
  };
}

function toSeller({ company }: Seller): Party {
  const { name, address, country, vatId, email, phone, logo } = company;
  return { name, address, country, vatId, email, phone, ...(logo && { logo }) };
}

function toBuyer(order: LockedOrder): Party {
  const { name, email, phone, address, shipTo, billTo, vatId } = order;
  if (billTo) {
    const person = { country: billTo.country, vatId, email, phone: billTo.phone || phone };
    const lines = formatAddress({ ...billTo, company: "" });
    if (!billTo.company) return { name: billTo.name, address: lines, ...person };
    return { name: billTo.company, address: `${billTo.name}\n${lines}`, ...person };
  }
  const person = { country: shipTo?.country ?? "", vatId, email, phone };
  const company = shipTo?.company;
  // Which the address begins with.
  if (!company) return { name, address, ...person };
  return { name: company, address: address.replace(`${company}\n`, `${name}\n`), ...person };
}

export function toDebtor(
  { name, email, phone, vatId }: LockedOrder,
  { address: street, ...company }: Debtor,
): Party {
  const { country } = company;
  const nowhere = { name: "", company: "", postcode: "", city: "", region: "", phone: "" };
  const address = `${name}\n${formatAddress({ ...nowhere, street, country })}`;
  return { ...company, address, vatId: vatId || company.vatId, email, phone };
}

export function toInvoiceLines({ lines, taxMode }: LockedOrder): DocumentLine[] {
  return lines.map((line) => ({
    ...describeLine(line, line.quantity),
    unitCents: line.unitCents,
    discountCents: line.discountCents,
    netCents: taxMode === "contained" ? line.totalCents - line.taxCents : line.totalCents,
    taxCents: line.taxCents,
  }));
}

/** What it was without the tax that it contained. */
export const withoutTax = (line: LineRow): LineRow => ({
  ...line,
  dueCents: line.dueCents - line.taxCents,
  totalCents: line.totalCents - line.taxCents,
  taxCents: 0,
  taxRateBp: 0,
});

type Refunded = { orderLineId: string; quantity: number; amountCents: number };

/**
 * What went back, by lines. Tax goes back in proportion; all credit notes of a line together have
 * the line's tax. `before`: what earlier ones have of it, by line.
 */
export function toCreditLines(
  { lines }: LockedOrder,
  refunded: readonly Refunded[],
  before: ReadonlyMap<string, number>,
): DocumentLine[] {
  return refunded.flatMap(({ orderLineId, quantity, amountCents }) => {
    const line = lines.find(({ id }) => id === orderLineId);
    if (!line || amountCents === 0) return [];
    const earlier = before.get(orderLineId) ?? 0;
    const taxOf = (cents: number) => Math.round((line.taxCents * cents) / line.dueCents);
    const taxCents = taxOf(earlier + amountCents) - taxOf(earlier);
    return {
      ...describeLine(line, quantity || 1),
      ...(quantity === 0 && { name: `Part of the price: ${line.name}` }),
      unitCents: null,
      discountCents: 0,
      netCents: amountCents - taxCents,
      taxCents,
    };
  });
}

function describeLine({ id, kind, partNumber, name, taxRateBp }: LineRow, quantity: number) {
  return {
    line: id,
    kind: kind as DocumentLine["kind"],
    partNumber,
    name,
    quantity,
    rateBp: taxRateBp,
  };
}

export function withSums(head: Head, lines: DocumentLine[]): DocumentData {
  const sum = (each: readonly DocumentLine[], amount: "netCents" | "taxCents") =>
    each.reduce((cents, line) => cents + line[amount], 0);
  const [netCents, taxCents] = [sum(lines, "netCents"), sum(lines, "taxCents")];
  const taxes = [...Map.groupBy(lines, ({ rateBp }) => rateBp)]
    .sort(([one], [other]) => other - one)
    .map(([rateBp, taxed]) => ({
      rateBp,
      netCents: sum(taxed, "netCents"),
      taxCents: sum(taxed, "taxCents"),
    }));
  return { ...head, lines, taxes, netCents, taxCents, totalCents: netCents + taxCents };
}
