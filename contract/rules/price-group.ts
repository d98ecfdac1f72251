/** Null: the prices for everybody. */
export const isKnownGroup = (groups: readonly { id: string }[], group: string | null): boolean =>
  group === null || groups.some(({ id }) => id === group);
