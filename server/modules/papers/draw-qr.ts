import { encodeQR } from "qr";
import type { TaggedPdf } from "./tagged-pdf.ts";

type Square = { x: number; y: number; size: number };

export function drawQr(
  pdf: TaggedPdf,
  { text, alt }: { text: string; alt: string },
  { x, y, size }: Square,
): void {
  const rows = encodeQR(text, "raw", { ecc: "medium", border: 2 });
  const dot = size / rows.length;
  pdf.figure(alt, () => {
    pdf.doc.fillColor("#000000");
    for (const [down, row] of rows.entries())
      for (const [across, isDark] of row.entries())
        if (isDark) pdf.doc.rect(x + across * dot, y + down * dot, dot, dot);
    pdf.doc.fill();
  });
}
