import { inArray, sql } from "drizzle-orm";
import { type Refusal, refuse } from "#contract/refusals.ts";
import type { Context } from "#server/context.ts";
import { readSettings } from "#server/modules/settings/store.ts";
import type { Undo, Undone } from "#server/platform/audit/handlers.ts";
import { listPartsOf } from "#server/platform/audit/list-parts-of.ts";
import {
  type Audited,
  namesIn,
  nothingToAudit,
  recordActions,
  withName,
} from "#server/platform/audit/record-action.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { storeEvents } from "#server/platform/events/outbox.ts";
import type { SignedInCaller } from "#server/platform/http/handler.ts";
import { groupGone, hasGroup } from "./known-groups.ts";
import { groupProblem } from "./set-price-group.ts";
import { users } from "./tables.ts";
import { priceGroupEvent } from "./user-event.ts";

type Group = string | null;
type Changed = { changed: string[]; auditId: string | null };

export async function setPriceGroups(
  { db, settings }: Context,
  caller: SignedInCaller,
  ids: readonly string[],
  group: Group,
): Promise<Audited<Changed> | Refusal<"invalid">> {
  const problem = await groupProblem(settings, group);
  if (problem) return problem;
  const { groups } = (await settings()).discounts;
  return inTransaction(db, async (tx) => {
    const found = await lockGroups(tx, ids);
    return write(
      tx,
      caller,
      found.filter((each) => each.group !== group).map((each) => ({ ...each, next: group })),
      groups,
    );
  });
}

export const undoPriceGroups: Undo = (db, caller, change) =>
  inTransaction(db, async (tx): Promise<Undone> => {
    const parts =
      change.action === "set-price-groups" ? await listPartsOf(tx, change._id) : [change];
    const present = await lockGroups(
      tx,
      parts.map(({ about }) => about),
    );
    const groups = new Map(present.map((each) => [each.id, each]));
    const changes = parts.flatMap(({ about, before, after }) => {
      const now = groups.get(about);
      const isSince = now && now.group !== after?.group;
      return now ? [{ ...now, isSince, next: (before?.group ?? null) as Group }] : [];
    });
    const isChanged = changes.some(({ isSince }) => isSince);
    if (isChanged || changes.length === 0) return changedSince;
    const known = (await readSettings(tx)).values.discounts.groups;
    if (!changes.every(({ next }) => hasGroup(known, next))) return groupGone;
    const kept = parts.flatMap(({ before, after }) => namesIn("group", before, after));
    const named = [...known, ...kept];
    const { noted } = await write(tx, caller, changes, named);
    return { reply: undefined, noted };
  });

const changedSince = refuse(
  "conflict",
  "Some have another group by now, or no account any more. Nothing was undone.",
);

type Planned = { id: string; group: Group; next: Group };

async function write(
  tx: Queries,
  caller: SignedInCaller,
  changes: readonly Planned[],
  named: readonly { id: string; name: string }[],
): Promise<Audited<Changed>> {
  const [first] = changes;
  if (!first) return { reply: { changed: [], auditId: null }, noted: nothingToAudit };
  for (const [next, same] of Map.groupBy(changes, (each) => each.next)) {
    const ids = same.map(({ id }) => id);
    await tx.update(users).set({ priceGroup: next }).where(inArray(users.id, ids));
  }
  await storeEvents(
    tx,
    changes.map(({ id }) => priceGroupEvent(id)),
  );
  const id = newId();
  const noted = await recordActions(
    tx,
    caller,
    {
      id,
      action: "set-price-groups",
      after: { ...withName("group", first.next, named), people: changes.length },
    },
    changes.map(({ id: about, group, next }) => ({
      action: "set-price-group",
      about,
      before: withName("group", group, named),
      after: withName("group", next, named),
    })),
  );
  return { reply: { changed: changes.map((each) => each.id), auditId: id }, noted };
}

function lockGroups(tx: Queries, ids: readonly string[]) {
  return tx
    .select({ id: users.id, group: users.priceGroup })
    .from(users)
    .where(inArray(users.id, [...ids]))
    .orderBy(sql`${users.id}`)
    .for("update");
}
