/** An expected failure: its message is one sentence that a person can act on. */
export class EmbeddedPostgresError extends Error {
  override name = "EmbeddedPostgresError";
}

/** Gives an unexpected failure its place: what was being done, and what the machine said. */
export function failure(doing: string, cause: unknown): EmbeddedPostgresError {
  if (cause instanceof EmbeddedPostgresError) return cause;
  const said = cause instanceof Error ? cause.message : String(cause);
  return new EmbeddedPostgresError(`${doing}: ${said}`, { cause });
}
