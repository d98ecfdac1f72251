import { drawLabel, drawSlip } from "./draw-parcel.ts";
import type { PdfInput } from "./pdf-input.ts";
import { TaggedPdf } from "./tagged-pdf.ts";

const draws = { slip: drawSlip, label: drawLabel };

export function writePdf(input: PdfInput): Promise<Buffer> {
  const [first] = input.parcels;
  const names = input.papers.map((paper) => (paper === "slip" ? "Packing slip" : "Label"));
  const of = input.parcels.length === 1 ? ` of order ${first?.orderNumber}` : "s";
  const pdf = new TaggedPdf({ title: `${names.join(" and ")}${of}`, createdAt: new Date() });
  for (const parcel of input.parcels) for (const paper of input.papers) draws[paper](pdf, parcel);
  return pdf.end();
}
