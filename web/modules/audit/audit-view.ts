import { type AuditAction, auditActions } from "#contract/audit.ts";
import { type ThingKind, thingKinds } from "#contract/things.ts";
import { isDay, startOfDay } from "#web/app/day.ts";

export const auditViewNames = [
  "q",
  "sort",
  "by",
  "action",
  "thing",
  "from",
  "to",
  "about",
  "of",
] as const;
export type AuditView = Record<(typeof auditViewNames)[number], string>;

export const whenSort = "when";

export function toAuditQuery({ q, sort, by, action, thing, from, to, about, of }: AuditView) {
  return {
    ...(q && { q }),
    ...(by && { by }),
    ...(about && { about }),
    ...(of && { of }),
    ...(Object.hasOwn(auditActions, action) && { action: action as AuditAction }),
    ...(Object.hasOwn(thingKinds, thing) && { thing: thing as ThingKind }),
    ...(isDay(from) && { from: startOfDay(from).toISOString() }),
    ...(isDay(to) && { before: startOfDay(to, 1).toISOString() }),
    ...(sort === whenSort && { sort: "oldest" as const }),
  };
}
