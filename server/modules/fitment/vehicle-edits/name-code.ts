import { refuse } from "#contract/refusals.ts";
import { vehiclesTag } from "#contract/tags.ts";
import type { CodeMeaning } from "#contract/vehicle-edits.ts";
import type { Cells, ImportKind } from "#server/modules/imports/import-kind.ts";
import { recordAction } from "#server/platform/audit/record-action.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { storeEvents } from "#server/platform/events/outbox.ts";
import type { SignedInCaller } from "#server/platform/http/handler.ts";

export async function nameCode(
  tx: Queries,
  kind: ImportKind,
  caller: SignedInCaller,
  given: CodeMeaning,
) {
  const { cells, key, findings } = kind.parse({ ...given });
  const [present] = await kind.findPresent(tx, [{ partId: null, key }]);
  const [checked] =
    findings.length > 0
      ? [{ cells, findings }]
      : await kind.check(tx, [{ partId: null, key, cells, present }]);
  const [problem] = checked?.findings ?? [];
  if (problem) return refuse("invalid", `${problem.what}. ${problem.todo}.`);
  const noted = await saveCode(tx, kind, caller, {
    key,
    before: present,
    after: checked?.cells ?? cells,
  });
  return { reply: { remembered: true as const }, noted };
}

type Said = { key: string; before: Cells | undefined; after: Cells | undefined };

export async function saveCode(
  tx: Queries,
  kind: ImportKind,
  caller: SignedInCaller,
  { key, before, after }: Said,
) {
  const byUser = caller.person._id;
  const cause = { importId: "", number: 0, byUser, isUndo: false };
  await kind.write(tx, [{ line: 1, partId: null, key, before, after }], cause);
  await storeEvents(tx, [{ name: "vehicle-codes.changed", about: key, tags: [vehiclesTag] }]);
  return recordAction(tx, caller, {
    action: "name-code",
    about: newId(),
    ...(before && { before }),
    ...(after && { after }),
  });
}
