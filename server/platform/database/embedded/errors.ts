export class EmbeddedPostgresError extends Error {
  override name = "EmbeddedPostgresError";
}

export function withContext(doing: string, cause: unknown): EmbeddedPostgresError {
  if (cause instanceof EmbeddedPostgresError) return cause;
  const message = cause instanceof Error ? cause.message : String(cause);
  return new EmbeddedPostgresError(`${doing}: ${message}`, { cause });
}
