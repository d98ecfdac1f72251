import type { FastifyReply } from "fastify";
import type { LineResult } from "#contract/imports.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { RefusalError } from "#server/platform/http/refusal-error.ts";
import { listAll, sendCsv } from "#server/platform/http/send-csv.ts";
import { findImport, listLines, noSuchImport } from "./store.ts";

const resultNames: Record<LineResult, string> = {
  new: "new",
  changed: "changed",
  same: "the same",
  refused: "refused",
  removed: "taken away",
};
type Filter = { result?: LineResult | undefined; q?: string | undefined };

/** The difference, a line for each column that changes. */
export async function sendLines(
  db: Queries,
  reply: FastifyReply,
  id: string,
  filter: Filter,
): Promise<FastifyReply> {
  const found = await findImport(db, id);
  if (!found) throw new RefusalError(noSuchImport);
  const lines = listAll(
    (page) => listLines(db, id, { ...filter, ...page }),
    ({ line, part, result, before, after }) => {
      const names = Object.keys(after ?? before ?? {}).filter((name) => name !== "part");
      const write = (cells: Record<string, string> | null) =>
        names.map((name) => `${name}: ${cells?.[name] ?? ""}`).join("; ");
      return [
        `${line}`,
        part,
        resultNames[result],
        before ? write(before) : "",
        after ? write(after) : "",
      ];
    },
  );
  const columns = ["line", "part", "result", "now", "after"];
  return sendCsv(reply, `import-${found.number}-difference`, columns, lines);
}
