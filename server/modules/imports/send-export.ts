import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import type { ImportKindName } from "#contract/imports.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { csvHead, toRow } from "./csv-cell.ts";
import type { ImportKind } from "./import-kind.ts";

export function sendExport(
  db: Queries,
  reply: FastifyReply,
  name: ImportKindName,
  kind: ImportKind,
): FastifyReply {
  return reply
    .type("text/csv; charset=utf-8")
    .header("cache-control", "no-store")
    .header("content-disposition", `attachment; filename="${name}.csv"`)
    .send(Readable.from(writePages(db, kind)));
}

async function* writePages(db: Queries, kind: ImportKind): AsyncGenerator<string> {
  const columns = ["part", ...kind.columns];
  yield csvHead(columns);
  for (let after: string | undefined = ""; after !== undefined; ) {
    const page = await kind.list(db, after);
    yield page.rows.map((row) => toRow(columns.map((name) => row[name] ?? ""))).join("");
    after = page.next;
  }
}
