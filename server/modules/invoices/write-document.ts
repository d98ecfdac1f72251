import { createHash } from "node:crypto";
import type { InvoicesContext } from "./context.ts";
import { type DocumentRow, storeHash } from "./store.ts";

/** Written anew each time, from data that never change: the same bytes as long as the layout stays. */
export async function writeDocument(
  { db, env, pictures, writePdf }: Pick<InvoicesContext, "db" | "env" | "pictures" | "writePdf">,
  { id, data, pdfSha256 }: DocumentRow,
): Promise<Buffer> {
  const { logo: address } = data.seller;
  const logo = address ? await pictures.readAsPng(env, address) : undefined;
  const pdf = await writePdf({ kind: "document", data, ...(logo && { logo }) });
  if (pdfSha256 === null) await storeHash(db, id, createHash("sha256").update(pdf).digest());
  return pdf;
}
