import type { LegalEdit, LegalRecord } from "#contract/legal.ts";
import { type Refusal, refuse, refuseWithPresent } from "#contract/refusals.ts";
import { type LegalPage, legalPageSlugs } from "#contract/rules/legal-pages.ts";
import { legalTag } from "#contract/tags.ts";
import type { Change, Undone } from "#server/platform/audit/handlers.ts";
import {
  type Audited,
  nothingToAudit,
  recordAction,
} from "#server/platform/audit/record-action.ts";
import type { Database } from "#server/platform/database/connect.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { storeEvents } from "#server/platform/events/outbox.ts";
import type { SignedInCaller } from "#server/platform/http/handler.ts";
import { addVersion, findText, idOfPage, lockTexts, toRecord } from "./store.ts";

const changedMeanwhile = "Somebody else has saved this text since you opened it.";

export function saveText(
  db: Database,
  caller: SignedInCaller,
  page: LegalPage,
  { version, text }: LegalEdit,
): Promise<Audited<LegalRecord> | Refusal<"conflict">> {
  return inTransaction(db, async (tx) => {
    await lockTexts(tx);
    const present = await findText(tx, page);
    if (!present) throw new Error(`There is no text of ${page}`);
    if (version !== present.version) {
      return refuseWithPresent("conflict", changedMeanwhile, toRecord(present));
    }
    if (text === present.text) return { reply: toRecord(present), noted: nothingToAudit };
    const about = idOfPage(page);
    const savedBy = caller.person._id;
    const saved = await addVersion(tx, { page, version: version + 1, text, savedBy });
    await storeEvents(tx, [{ name: "legal.saved", about, tags: [legalTag] }]);
    const noted = await recordAction(tx, caller, {
      action: "edit-legal-text",
      about,
      before: { version },
      after: { page, version: version + 1 },
    });
    return { reply: toRecord(saved), noted };
  });
}

export async function undoText(
  db: Database,
  caller: SignedInCaller,
  { about, before, after }: Change,
): Promise<Undone> {
  const page = legalPageSlugs.find((each) => idOfPage(each) === about);
  const was = page && (await findText(db, page, Number(before?.version)));
  if (!page || !was) return refuse("not-found", "There is no such text any more.");
  const version = Number(after?.version);
  const undone = await saveText(db, caller, page, { version, text: was.text });
  return "code" in undone ? refuse("conflict", "This text has been changed again since.") : undone;
}
