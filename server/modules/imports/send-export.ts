import type { FastifyReply } from "fastify";
import type { ImportKindName } from "#contract/imports.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { sendCsv } from "#server/platform/http/send-csv.ts";
import type { ImportKind } from "./import-kind.ts";
import { columnsOf } from "./read-header.ts";

export function sendExport(
  db: Queries,
  reply: FastifyReply,
  name: ImportKindName,
  kind: ImportKind,
): Promise<FastifyReply> {
  const columns = columnsOf(kind);
  return sendCsv(reply, name, columns, listPages(db, kind, columns));
}

async function* listPages(db: Queries, kind: ImportKind, columns: readonly string[]) {
  for (let after: string | undefined = ""; after !== undefined; ) {
    const page = await kind.list(db, after);
    yield page.rows.map((row) => columns.map((name) => row[name] ?? ""));
    after = page.next;
  }
}
