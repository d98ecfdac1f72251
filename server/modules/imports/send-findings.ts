import type { FastifyReply } from "fastify";
import type { FindingGrade } from "#contract/imports.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { RefusalError } from "#server/platform/http/refusal-error.ts";
import { listAll, sendCsv } from "#server/platform/http/send-csv.ts";
import { findImport, listFindings, noSuchImport } from "./store.ts";

const gradeNames: Record<FindingGrade, string> = {
  file: "stops the file",
  line: "refused",
  confirm: "to confirm",
  info: "to know",
};

export async function sendFindings(
  db: Queries,
  reply: FastifyReply,
  id: string,
): Promise<FastifyReply> {
  const found = await findImport(db, id);
  if (!found) throw new RefusalError(noSuchImport);
  const columns = ["line", "kind", "part", "what", "what_to_do"];
  const findings = listAll(
    (page) => listFindings(db, id, page),
    ({ line, grade, part, what, todo }) => [`${line}`, gradeNames[grade], part, what, todo],
  );
  return sendCsv(reply, `import-${found.number}-findings`, columns, findings);
}
