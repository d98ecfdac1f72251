export const timeouts = {
  /** For a connection, and again for the answer to one query. */
  requestQueryMs: 4_800,
  /** For all that one request does. */
  requestDeadlineMs: 9_300,
  /** For background jobs; above `statement_timeout`, which ends a slow query first. */
  backgroundQueryMs: 60_000,
};
