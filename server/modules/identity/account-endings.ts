import type { Queries } from "#server/platform/database/connect.ts";

/** What another module ends, or keeps true, when an account gets another owner or e-mail. */
export type AccountEnding = (tx: Queries, userId: string) => Promise<void>;

export type AccountEndings = {
  /** Access and data that a stranger who opened an account may have left. */
  unverified: readonly AccountEnding[];
  /** What stays with whoever opened the account in this browser. */
  ofStrangers: readonly AccountEnding[];
  /** What was given or is sent to the former e-mail. */
  formerEmail: readonly AccountEnding[];
};
