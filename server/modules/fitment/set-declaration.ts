import type { FitDeclaration } from "#contract/applications.ts";
import { type Refusal, refuse } from "#contract/refusals.ts";
import { type Audited, nothingToAudit } from "#server/platform/audit/record-action.ts";
import type { Database } from "#server/platform/database/connect.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import type { SignedInCaller } from "#server/platform/http/handler.ts";
import { findDeclaration, noSuchPart, note } from "./application-record.ts";
import { declareFit } from "./declare-fit.ts";

export type Declared = Pick<FitDeclaration, "universal" | "listsAllVehicles">;

const isBoth = "A part made for no car in particular cannot list all its cars";
const both = refuse("invalid", `${isBoth}.`, { universal: isBoth });

export async function setDeclaration(
  db: Database,
  caller: SignedInCaller,
  partId: string,
  { universal, listsAllVehicles }: Declared,
): Promise<Audited<FitDeclaration> | Refusal<"invalid" | "not-found">> {
  if (universal && listsAllVehicles) return both;
  return inTransaction(db, async (tx) => {
    const before = await findDeclaration(tx, partId);
    if (!before) return noSuchPart;
    const isSame = before.universal === universal && before.listsAllVehicles === listsAllVehicles;
    if (isSame) return { reply: before, noted: nothingToAudit };
    await declareFit(tx, [{ partId, universal, listsAllVehicles }]);
    const noted = await note(tx, caller, {
      action: "declare-fit",
      about: partId,
      before: pick(before),
      after: { universal, listsAllVehicles },
    });
    return { reply: { ...before, universal, listsAllVehicles }, noted };
  });
}

const pick = ({ universal, listsAllVehicles }: FitDeclaration): Declared => ({
  universal,
  listsAllVehicles,
});
