import { drawQr } from "./draw-qr.ts";
import type { ParcelPaper } from "./pdf-input.ts";
import type { TaggedPdf } from "./tagged-pdf.ts";

const a4: [number, number] = [595.28, 841.89];
const a6: [number, number] = [297.64, 419.53];

export function drawSlip(pdf: TaggedPdf, paper: ParcelPaper): void {
  pdf.addPage(a4, 50);
  const top = pdf.doc.y;
  const half = pdf.width / 2;
  const right = pdf.left + half;
  drawCode(pdf, paper, { x: pdf.left + pdf.width - 90, y: top, size: 90 });
  let y = pdf.write("H1", "Packing slip", { size: 20, isBold: true }, { y: top, width: half });
  y = pdf.write("P", senderOf(paper), { size: 9, isQuiet: true }, { y: y + 4, width: half });
  y = Math.max(y, top + 90) + 16;
  const place = { x: right, y, width: half };
  const facts = pdf.writeFacts(
    [
      ["Order", `${paper.orderNumber}`],
      ["Parcel", `${paper.parcel}`],
      ["Ordered", paper.orderedOn],
      ["Your reference", paper.reference],
      ["Carrier", paper.carrier],
      ["Tracking", paper.tracking],
    ],
    place,
  );
  const heading = { size: 11, isBold: true };
  const under = pdf.write("H2", "Deliver to", heading, { y, width: half - 12 });
  const most = { width: half - 12, height: 240 };
  const to = pdf.write("P", withoutGaps(paper.to), {}, { y: under + 2, ...most });
  pdf.doc.y = Math.max(facts, to) + 20;
  pdf.write("H2", "In this parcel", heading);
  pdf.doc.y += 4;
  pdf.table(
    [
      { name: "Pieces", width: 60 },
      { name: "Number", width: 130 },
      { name: "Part", width: pdf.width - 190 },
    ],
    paper.pieces.map(({ quantity, number, name }) => [`${quantity}`, number, name]),
  );
  pdf.doc.y += 12;
  const { email, phone } = paper.sender;
  const ways = [email, phone].filter(Boolean).join(" or ");
  if (ways)
    pdf.write("P", `Is something missing or damaged? Please tell us: ${ways}.`, { size: 9 });
}

export function drawLabel(pdf: TaggedPdf, paper: ParcelPaper): void {
  pdf.addPage(a6, 18);
  let y = pdf.write("P", `From: ${inOneLine(senderOf(paper))}`, { size: 7, isQuiet: true });
  pdf.doc.y = y + 4;
  pdf.line();
  const size = 96;
  const foot = pdf.bottom - size;
  const to = withoutGaps(paper.to);
  y = pdf.write("H1", "Deliver to", { size: 10 }, { y: pdf.doc.y + 4 });
  const most = { y: y + 4, height: foot - y - (paper.phone ? 50 : 20) };
  y = pdf.write("P", to, { size: sizeFor(to), isBold: true }, most);
  if (paper.phone) {
    const phone = inOneLine(`Phone: ${paper.phone}`);
    pdf.write("P", phone, { size: 9 }, { y: y + 4, height: 24 });
  }
  pdf.doc.y = foot - 10;
  pdf.line();
  drawCode(pdf, paper, { x: pdf.left + pdf.width - size, y: foot, size });
  const width = pdf.width - size - 8;
  const look = { size: 14, isBold: true };
  y = pdf.write("P", `Order ${paper.orderNumber}`, look, { y: foot + 6, width });
  y = pdf.write("P", `Parcel ${paper.parcel}`, look, { y, width });
  const sent = [paper.carrier, paper.tracking].filter(Boolean).join("\n").slice(0, 120);
  if (sent) pdf.write("P", sent, { size: 9 }, { y: y + 4, width, height: pdf.bottom - y - 4 });
}

/** Long addresses in smaller letters, so that they stay above the line. */
function sizeFor(to: string): number {
  const lines = to.split("\n").reduce((sum, line) => sum + Math.ceil(line.length / 28), 0);
  return lines <= 7 ? 14 : lines <= 11 ? 11 : 7;
}

function drawCode(
  pdf: TaggedPdf,
  { link, orderNumber, parcel }: ParcelPaper,
  square: { x: number; y: number; size: number },
): void {
  const alt = `QR code of order ${orderNumber}, parcel ${parcel}: ${link}`;
  drawQr(pdf, { text: link, alt }, square);
}

const senderOf = ({ sender: { name, address } }: ParcelPaper) =>
  [name, address].filter(Boolean).join("\n");

/** What customers write into an address takes one page. */
const withoutGaps = (text: string) => text.replace(/\s*\n\s*/g, "\n");

const inOneLine = (text: string) => text.replace(/\s*\n\s*/g, ", ").slice(0, 200);
