import { describeBankAccount } from "#contract/rules/bank-account.ts";
import { countryName } from "#contract/rules/format-address.ts";
import { formatCents } from "#contract/rules/money.ts";
import { type DocumentData, type DocumentLine, shownCents } from "./document-data.ts";
import type { TaggedPdf } from "./tagged-pdf.ts";

const a4: [number, number] = [595.28, 841.89];
const heading = { size: 11, isBold: true };

export function titleOf({ series, number }: DocumentData): string {
  return `${series === "INV" ? "Invoice" : "Credit note"} ${number}`;
}

export function drawDocument(pdf: TaggedPdf, data: DocumentData, logo?: Uint8Array): void {
  pdf.addPage(a4, 50);
  pdf.footer = footOf(data);
  const { seller, buyer, order, corrects, replaces, because } = data;
  const half = pdf.width / 2;
  const look = { size: 9, isQuiet: true };
  if (logo) drawLogo(pdf, logo, seller.name);
  pdf.write("P", `${seller.name}\n${seller.address}`, look);
  let y = pdf.write("H1", titleOf(data), { size: 20, isBold: true }, { y: pdf.doc.y + 24 }) + 14;
  const facts = pdf.writeFacts(
    [
      ["Date", showDay(data.issuedOn)],
      ["Order", `${order.number} of ${showDay(order.placedOn)}`],
      ["Your reference", order.reference],
      ["Your VAT number", buyer.vatId],
      ["For invoice", corrects ? `${corrects.number} of ${showDay(corrects.issuedOn)}` : ""],
      ["In place of", replaces ?? ""],
      ["Reason", because],
    ],
    { x: pdf.left + half, y, width: half },
  );
  y = pdf.write("H2", "To", heading, { y, width: half - 12 });
  const to = `${buyer.name}\n${buyer.address}`;
  pdf.doc.y = Math.max(facts, pdf.write("P", to, {}, { y: y + 2, width: half - 12 })) + 20;
  drawLines(pdf, data);
  pdf.doc.y += 10;
  drawSums(pdf, data);
  pdf.doc.y += 12;
  const { bank } = seller;
  if (bank && data.series === "INV") {
    const transfer = [...describeBankAccount(bank), ["Reference", data.number]] as const;
    pdf.doc.y = pdf.write("H2", "Bank account", heading, { y: pdf.doc.y });
    const place = { x: pdf.left, y: pdf.doc.y + 2, width: pdf.width };
    pdf.doc.y = pdf.writeFacts(transfer, place) + 6;
  }
  for (const note of notesOf(data)) pdf.write("P", note, { size: 9 }, { y: pdf.doc.y + 2 });
}

function drawLogo(pdf: TaggedPdf, logo: Uint8Array, alt: string): void {
  const { y } = pdf.doc;
  const fit: [number, number] = [150, 50];
  const x = pdf.left + pdf.width - fit[0];
  pdf.figure(alt, () => pdf.doc.image(Buffer.from(logo), x, y, { fit, align: "right" }));
  pdf.doc.y = y;
}

function drawLines(pdf: TaggedPdf, data: DocumentData): void {
  const isInvoice = data.series === "INV";
  const rest = isInvoice ? 335 : 265;
  pdf.table(
    [
      { name: "Number", width: 90 },
      { name: "Description", width: pdf.width - rest },
      { name: "Pieces", width: 45, align: "right" },
      ...(isInvoice ? [{ name: "Price", width: 70, align: "right" as const }] : []),
      { name: "Tax", width: 50, align: "right" },
      { name: "Amount, $", width: 80, align: "right" },
    ],
    data.lines.map((line) => [
      line.partNumber,
      line.discountCents > 0
        ? `${line.name}\nDiscount: $${formatCents(line.discountCents)}`
        : line.name,
      `${line.quantity}`,
      ...(isInvoice ? [priceOf(line)] : []),
      percent(line.rateBp),
      formatCents(shownCents(data, line)),
    ]),
  );
}

const priceOf = ({ unitCents }: DocumentLine) => (unitCents === null ? "" : formatCents(unitCents));

const percent = (rateBp: number) => `${rateBp / 100} %`;

function drawSums(pdf: TaggedPdf, data: DocumentData): void {
  const name = taxName(data);
  const taxed = data.taxes.filter(({ taxCents }) => taxCents > 0);
  pdf.sums([
    ...(taxed.length > 0 ? [["Without tax", formatCents(data.netCents)] as const] : []),
    ...taxed.map(
      ({ rateBp, netCents, taxCents }) =>
        [`${name} ${percent(rateBp)} of $${formatCents(netCents)}`, formatCents(taxCents)] as const,
    ),
    [
      data.series === "INV" ? "Total, US dollars" : "Credit, US dollars",
      formatCents(data.totalCents),
    ],
  ]);
}

const taxName = ({ seller }: DocumentData) => (seller.vatId ? "VAT" : "Tax");

function notesOf(data: DocumentData): string[] {
  const { taxMode, taxCents, buyer } = data;
  const place = buyer.country && countryName(buyer.country);
  return [
    writePayment(data),
    ...(taxMode === "contained" && taxCents > 0
      ? ["Prices and amounts of lines contain tax."]
      : []),
    ...(taxMode === "added" ? ["Tax is added to prices and amounts of lines."] : []),
    ...(taxMode === "reverse"
      ? [`Reverse charge: the recipient owes the tax${place && ` in ${place}`}.`]
      : []),
    ...(taxMode === "none" ? ["No tax is charged."] : []),
  ];
}

function writePayment({ series, order, seller, number: invoice }: DocumentData): string {
  const { dueOn, paidOn, number } = order;
  const reference = seller.bank ? `${invoice} or order ${number}` : `order ${number}`;
  if (series === "CRN")
    return dueOn
      ? "This amount is taken off what is open for the order."
      : "This amount is credited to what you paid with.";
  return dueOn
    ? `Please pay it by ${showDay(dueOn)} by bank transfer, and name ${reference}.`
    : `Paid by card on ${showDay(paidOn)}. There is nothing left to pay.`;
}

function footOf(data: DocumentData): string {
  const { name, vatId, email, phone } = data.seller;
  return [titleOf(data), name, vatId && `VAT ${vatId}`, email, phone].filter(Boolean).join(" · ");
}

const days = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

const showDay = (day: string) => (day ? days.format(new Date(day)) : "");
