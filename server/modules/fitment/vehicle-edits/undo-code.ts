import { refuse } from "#contract/refusals.ts";
import type { Cells } from "#server/modules/imports/import-kind.ts";
import type { Change, Undone } from "#server/platform/audit/handlers.ts";
import type { Database } from "#server/platform/database/connect.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import type { SignedInCaller } from "#server/platform/http/handler.ts";
import { aliasImport } from "../import-aliases.ts";
import { saveCode } from "./name-code.ts";

const changedSince = refuse(
  "conflict",
  "What this code means has been changed again since. Nothing was undone.",
);

export function undoCode(
  db: Database,
  caller: SignedInCaller,
  { before, after }: Change,
): Promise<Undone> {
  const [was, made] = [before, after] as [Cells | null, Cells | null];
  return inTransaction(db, async (tx) => {
    const { source = "", code = "" } = made ?? was ?? {};
    const key = `${source}|${code}`;
    const [present] = await aliasImport.findPresent(tx, [{ partId: null, key }]);
    const isSame = Object.entries(made ?? {}).every(([name, text]) => present?.[name] === text);
    if (!isSame || (present === undefined) !== (made === null)) return changedSince;
    const said = { key, before: present, after: was ?? undefined };
    return { reply: {}, noted: await saveCode(tx, aliasImport, caller, said) };
  });
}
