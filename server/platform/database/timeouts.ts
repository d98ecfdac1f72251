export const timeouts = {
  requestQueryMs: 4_800,
  requestDeadlineMs: 9_300,
  /** For background jobs; above `statement_timeout`, which ends a slow query first. */
  backgroundQueryMs: 60_000,
};
