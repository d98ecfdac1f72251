import { createHash } from "node:crypto";
import type { Context } from "#server/context.ts";
import { readAsPng } from "#server/modules/media/read-as-png.ts";
import { writeInThread } from "#server/modules/papers/write-in-thread.ts";
import { type DocumentRow, storeHash } from "./store.ts";

/** Written anew each time, from data that never change: the same bytes as long as the layout stays. */
export async function writeDocument(
  { db, env }: Pick<Context, "db" | "env">,
  { id, data, pdfSha256 }: DocumentRow,
): Promise<Buffer> {
  const { logo: address } = data.seller;
  const logo = address ? await readAsPng(env, address) : undefined;
  const pdf = await writeInThread({ kind: "document", data, ...(logo && { logo }) });
  if (pdfSha256 === null) await storeHash(db, id, createHash("sha256").update(pdf).digest());
  return pdf;
}
