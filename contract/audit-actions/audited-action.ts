import type { Area } from "../rules/roles.ts";
import type { ThingKind } from "../things.ts";

export type AuditFields = Record<string, unknown>;

export type Facts = {
  before: AuditFields;
  after: AuditFields;
  /** How many things were changed together. */
  parts: number;
  money: (dollars: unknown) => string;
};

/** What stands between the admin's name and the thing, and after it. Without an end, no thing is named. */
export type Told = readonly [start: string, end?: string];

export type AuditedAction = {
  title: string;
  /** What an entry's `about` is. */
  kind: ThingKind;
  /** Who may undo it, where it is not who may work on things of its kind. */
  area?: Area;
  /** What an entry names when the thing it is about is gone. */
  instead?: { kind: ThingKind; id: (before: AuditFields) => unknown };
  tell: (facts: Facts) => Told;
};
