/** An expected failure: its message is one sentence that a person can act on. */
export class EmbeddedPostgresError extends Error {
  override name = "EmbeddedPostgresError";
}

/** Adds what was being done to an unexpected failure. */
export function withContext(doing: string, cause: unknown): EmbeddedPostgresError {
  if (cause instanceof EmbeddedPostgresError) return cause;
  const message = cause instanceof Error ? cause.message : String(cause);
  return new EmbeddedPostgresError(`${doing}: ${message}`, { cause });
}
