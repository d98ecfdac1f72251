// EN 16931 as Cross Industry Invoice. BT-… are the terms of the norm.
import { escapeHtml } from "#contract/pages/escape-html.ts";
import type { BankAccount } from "#contract/rules/bank-account.ts";
import type { Cents } from "#contract/rules/money.ts";
import type { DocumentData, DocumentLine, Party } from "./document-data.ts";

const namespace = (name: string) => `urn:un:unece:uncefact:data:standard:${name}:100`;

/** Both sides are companies: they have VAT numbers and a country. */
export function isBetweenCompanies({ seller, buyer }: DocumentData): boolean {
  return [seller, buyer].every(({ name, vatId, country }) => name && vatId && country);
}

export function writeCii(data: DocumentData): string {
  const context = element("ram:GuidelineSpecifiedDocumentContextParameter", [
    element("ram:ID", "urn:cen.eu:en16931:2017"),
  ]);
  const root = element(
    "rsm:CrossIndustryInvoice",
    [
      element("rsm:ExchangedDocumentContext", [context]),
      element("rsm:ExchangedDocument", [
        element("ram:ID", data.number),
        element("ram:TypeCode", data.series === "INV" ? "380" : "381"),
        element("ram:IssueDateTime", [day("udt", data.issuedOn)]),
        ...(data.because
          ? [element("ram:IncludedNote", [element("ram:Content", data.because)])]
          : []),
      ]),
      element("rsm:SupplyChainTradeTransaction", [
        ...data.lines.map((line, at) => writeLine(data, line, at + 1)),
        writeAgreement(data),
        element("ram:ApplicableHeaderTradeDelivery", []),
        writeSettlement(data),
      ]),
    ],
    {
      "xmlns:rsm": namespace("CrossIndustryInvoice"),
      "xmlns:ram": namespace("ReusableAggregateBusinessInformationEntity"),
      "xmlns:udt": namespace("UnqualifiedDataType"),
      "xmlns:qdt": namespace("QualifiedDataType"),
    },
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
}

/** The price is that of all pieces (BT-149), so no price of one piece needs a third decimal. */
function writeLine(data: DocumentData, line: DocumentLine, position: number): string {
  const pieces = { unitCode: "C62" };
  return element("ram:IncludedSupplyChainTradeLineItem", [
    element("ram:AssociatedDocumentLineDocument", [element("ram:LineID", `${position}`)]),
    element("ram:SpecifiedTradeProduct", [
      ...(line.partNumber ? [element("ram:SellerAssignedID", line.partNumber)] : []),
      element("ram:Name", line.name),
    ]),
    element("ram:SpecifiedLineTradeAgreement", [
      element("ram:NetPriceProductTradePrice", [
        element("ram:ChargeAmount", amount(line.netCents)),
        element("ram:BasisQuantity", `${line.quantity}`, pieces),
      ]),
    ]),
    element("ram:SpecifiedLineTradeDelivery", [
      element("ram:BilledQuantity", `${line.quantity}`, pieces),
    ]),
    element("ram:SpecifiedLineTradeSettlement", [
      element("ram:ApplicableTradeTax", [
        element("ram:TypeCode", "VAT"),
        element("ram:CategoryCode", categoryOf(data, line.rateBp)),
        element("ram:RateApplicablePercent", percent(line.rateBp)),
      ]),
      element("ram:SpecifiedTradeSettlementLineMonetarySummation", [
        element("ram:LineTotalAmount", amount(line.netCents)),
      ]),
    ]),
  ]);
}

function writeAgreement({ seller, buyer, order }: DocumentData): string {
  return element("ram:ApplicableHeaderTradeAgreement", [
    element("ram:SellerTradeParty", writeParty(seller)),
    element("ram:BuyerTradeParty", writeParty(buyer)),
    ...(order.reference
      ? [
          element("ram:BuyerOrderReferencedDocument", [
            element("ram:IssuerAssignedID", order.reference),
          ]),
        ]
      : []),
  ]);
}

function writeParty({ name, address, country, vatId }: Party): string[] {
  const [one = "", two = "", ...rest] = address.split("\n").filter(Boolean);
  const lines = { LineOne: one, LineTwo: two, LineThree: rest.join(", ") };
  return [
    element("ram:Name", name),
    element("ram:PostalTradeAddress", [
      ...Object.entries(lines).flatMap(([line, text]) =>
        text ? element(`ram:${line}`, text) : [],
      ),
      element("ram:CountryID", country),
    ]),
    element("ram:SpecifiedTaxRegistration", [element("ram:ID", vatId, { schemeID: "VA" })]),
  ];
}

function writeSettlement(data: DocumentData): string {
  const { netCents, taxCents, totalCents, corrects, order, seller } = data;
  const { bank } = seller;
  const prepaidCents = order.dueOn ? 0 : totalCents;
  return element("ram:ApplicableHeaderTradeSettlement", [
    // BT-83, by which the transfer is found.
    ...(bank && data.series === "INV" ? [element("ram:PaymentReference", data.number)] : []),
    element("ram:InvoiceCurrencyCode", "USD"),
    element("ram:SpecifiedTradeSettlementPaymentMeans", [
      element("ram:TypeCode", paymentMeansOf(data)),
      ...(bank ? writeAccount(bank) : []),
    ]),
    ...data.taxes.map((tax) => writeTax(data, tax)),
    ...(order.dueOn
      ? [
          element("ram:SpecifiedTradePaymentTerms", [
            element("ram:DueDateDateTime", [day("udt", order.dueOn)]),
          ]),
        ]
      : []),
    element("ram:SpecifiedTradeSettlementHeaderMonetarySummation", [
      element("ram:LineTotalAmount", amount(netCents)),
      element("ram:TaxBasisTotalAmount", amount(netCents)),
      element("ram:TaxTotalAmount", amount(taxCents), { currencyID: "USD" }),
      element("ram:GrandTotalAmount", amount(totalCents)),
      element("ram:TotalPrepaidAmount", amount(prepaidCents)),
      element("ram:DuePayableAmount", amount(totalCents - prepaidCents)),
    ]),
    ...(corrects
      ? [
          element("ram:InvoiceReferencedDocument", [
            element("ram:IssuerAssignedID", corrects.number),
            element("ram:FormattedIssueDateTime", [day("qdt", corrects.issuedOn)]),
          ]),
        ]
      : []),
  ]);
}

/** BT-81: 48 bank card, 30 credit transfer, 1 not defined: BR-61 requires an account for a transfer. */
function paymentMeansOf({ order, seller }: DocumentData): string {
  if (!order.dueOn) return "48";
  return seller.bank ? "30" : "1";
}

/** BG-17: IBAN (BT-84), holder (BT-85) and BIC (BT-86). */
function writeAccount({ iban, accountHolder, bic }: BankAccount): string[] {
  return [
    element("ram:PayeePartyCreditorFinancialAccount", [
      element("ram:IBANID", iban),
      element("ram:AccountName", accountHolder),
    ]),
    ...(bic
      ? [element("ram:PayeeSpecifiedCreditorFinancialInstitution", [element("ram:BICID", bic)])]
      : []),
  ];
}

function writeTax(data: DocumentData, tax: DocumentData["taxes"][number]): string {
  const category = categoryOf(data, tax.rateBp);
  const reason = { S: "", AE: "Reverse charge", E: exemptionOf(data) }[category];
  return element("ram:ApplicableTradeTax", [
    element("ram:CalculatedAmount", amount(tax.taxCents)),
    element("ram:TypeCode", "VAT"),
    ...(reason ? [element("ram:ExemptionReason", reason)] : []),
    element("ram:BasisAmount", amount(tax.netCents)),
    element("ram:CategoryCode", category),
    ...(category === "AE" ? [element("ram:ExemptionReasonCode", "VATEX-EU-AE")] : []),
    element("ram:RateApplicablePercent", percent(tax.rateBp)),
  ]);
}

/** "Not subject to tax" (O) may not stand beside other categories, so what has no tax is exempt (E). */
function categoryOf({ taxMode }: DocumentData, rateBp: number): "S" | "AE" | "E" {
  if (taxMode === "reverse") return "AE";
  return rateBp > 0 ? "S" : "E";
}

function exemptionOf({ lines }: DocumentData): string {
  const untaxed = lines.filter(({ rateBp }) => rateBp === 0);
  return untaxed.every(({ kind }) => kind === "deposit")
    ? "A deposit, outside the scope of the tax"
    : "No tax is charged";
}

const amount = (cents: Cents) => (cents / 100).toFixed(2);
const percent = (rateBp: number) => `${rateBp / 100}`;

const day = (prefix: string, date: string) =>
  element(`${prefix}:DateTimeString`, date.replaceAll("-", ""), { format: "102" });

type Attributes = Record<string, string>;

function element(name: string, content: string | string[], attributes: Attributes = {}): string {
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${value}"`);
  const inside = typeof content === "string" ? toXml(content) : content.join("");
  return `<${name}${given.join("")}>${inside}</${name}>`;
}

/** XML has no control characters, and not these two others. */
const toXml = (text: string) => escapeHtml(text.replace(/[\p{Cc}\uFFFE\uFFFF]+/gu, " ").trim());
