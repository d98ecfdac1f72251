import { createHash } from "node:crypto";
import type { InvoicesContext } from "./context.ts";
import { type DocumentRow, storeHash } from "./store.ts";

/** Written anew each time, from data that never change: the same bytes as long as the layout stays. */
export async function writeDocument(
  { db, writePdf }: Pick<InvoicesContext, "db" | "writePdf">,
  { id, data, pdfSha256 }: DocumentRow,
): Promise<Buffer> {
  const pdf = await writePdf({ kind: "document", data });
  if (pdfSha256 === null) await storeHash(db, id, createHash("sha256").update(pdf).digest());
  return pdf;
}
