import { attachCii } from "./attach-cii.ts";
import type { DocumentData } from "./document-data.ts";
import { drawDocument, titleOf } from "./draw-document.ts";
import { drawLabel, drawSlip } from "./draw-parcel.ts";
import { drawWithdrawal } from "./draw-withdrawal.ts";
import type { ParcelPapers, PdfInput, WithdrawalPaper } from "./pdf-input.ts";
import { TaggedPdf } from "./tagged-pdf.ts";
import { isBetweenCompanies, writeCii } from "./write-cii.ts";

export function writePdf(input: PdfInput): Promise<Buffer> {
  if (input.kind === "document") return writeDocument(input.data, input.logo);
  return input.kind === "parcels" ? writeParcels(input) : writeWithdrawal(input.paper);
}

function writeWithdrawal(paper: WithdrawalPaper): Promise<Buffer> {
  const pdf = new TaggedPdf({ title: `Withdrawal ${paper.number}`, createdAt: new Date() });
  drawWithdrawal(pdf, paper);
  return pdf.end();
}

function writeDocument(data: DocumentData, logo?: Uint8Array): Promise<Buffer> {
  const createdAt = new Date(`${data.issuedOn}T12:00:00Z`);
  const pdf = new TaggedPdf({ title: titleOf(data), createdAt });
  drawDocument(pdf, data, logo);
  if (isBetweenCompanies(data)) attachCii(pdf, writeCii(data), createdAt);
  return pdf.end();
}

const draws = { slip: drawSlip, label: drawLabel };

function writeParcels({ papers, parcels }: ParcelPapers): Promise<Buffer> {
  const names = papers.map((paper) => (paper === "slip" ? "Packing slip" : "Label"));
  const of = parcels.length === 1 ? ` of order ${parcels[0]?.orderNumber}` : "s";
  const pdf = new TaggedPdf({ title: `${names.join(" and ")}${of}`, createdAt: new Date() });
  for (const parcel of parcels) {
    for (const paper of papers)
      if (paper === "slip" || !parcel.isCollection) draws[paper](pdf, parcel);
  }
  return pdf.end();
}
