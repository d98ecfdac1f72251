import { refuse } from "#contract/refusals.ts";

/** Null: the prices for everybody. */
export const hasGroup = (groups: readonly { id: string }[], group: string | null): boolean =>
  group === null || groups.some(({ id }) => id === group);

export const groupGone = refuse(
  "conflict",
  "The group before is not in the settings any more. Nothing was undone.",
);
