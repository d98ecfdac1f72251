/** The time of what is stored; the demo sets its own back for the orders of its past weeks. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };
