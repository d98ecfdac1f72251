/** Codes by which the driver, the system and PostgreSQL say: not reachable now, try later. */
const unreachable = new Set([
  "CONNECT_TIMEOUT",
  "CONNECTION_CLOSED",
  "CONNECTION_DESTROYED",
  "CONNECTION_ENDED",
  "08000",
  "08001",
  "08003",
  "08004",
  "08006",
  "EAI_AGAIN",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT",
  "53300",
  "57P01",
  "57P02",
  "57P03",
]);

export function isDatabaseUnreachable(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if ("code" in at && unreachable.has(String(at.code))) return true;
    // No socket where PostgreSQL's should be; any other missing file is another matter.
    if ("syscall" in at && at.syscall === "connect") return true;
  }
  return false;
}
