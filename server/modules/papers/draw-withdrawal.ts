import type { WithdrawalPaper } from "./pdf-input.ts";
import type { TaggedPdf } from "./tagged-pdf.ts";

const a4: [number, number] = [595.28, 841.89];

export function drawWithdrawal(pdf: TaggedPdf, paper: WithdrawalPaper): void {
  pdf.addPage(a4, 50);
  const { name, address, email, phone } = paper.sender;
  pdf.footer = [name, email, phone].filter(Boolean).join(" · ");
  pdf.write("P", [name, address].filter(Boolean).join("\n"), { size: 9, isQuiet: true });
  const title = `Withdrawal ${paper.number}`;
  const y = pdf.write("H1", title, { size: 20, isBold: true }, { y: pdf.doc.y + 24 });
  pdf.write(
    "P",
    `We received this statement on ${paper.receivedAt}. By it, ${paper.name} withdraws from a contract with us.`,
    {},
    { y: y + 8 },
  );
  const place = { x: pdf.left, y: pdf.doc.y + 12, width: pdf.width };
  pdf.doc.y = pdf.writeFacts(
    [
      ["Name", paper.name],
      ["E-mail", paper.email],
      ["Order", paper.orderNumber],
    ],
    place,
  );
  pdf.write("H2", "Goods", { size: 11, isBold: true }, { y: pdf.doc.y + 12 });
  pdf.write("P", paper.goods || "All of the order", {}, { y: pdf.doc.y + 2 });
}
