import { DrizzleQueryError } from "drizzle-orm/errors";
import { DatabaseError } from "./connect.ts";

/**
 * Codes by which the system and PostgreSQL say: not now, try later. That others held a row for too
 * long is among them, and that the disk or the memory is full.
 */
const unreachableCodes = new Set([
  "25P03",
  "08000",
  "08001",
  "08003",
  "08004",
  "08006",
  "40001",
  "40P01",
  "EAI_AGAIN",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EPIPE",
  "ERR_STREAM_DESTROYED",
  "ETIMEDOUT",
  "53100",
  "53200",
  "53300",
  "55P03",
  "57014",
  "57P01",
  "57P02",
  "57P03",
]);

/** The driver's own errors, which have no code. */
const unreachableMessages = new Set([
  "Cannot use a pool after calling end on the pool",
  "Client has encountered a connection error and is not queryable",
  "Client was closed and is not queryable",
  "Connection terminated",
  "Connection terminated due to connection timeout",
  "Connection terminated unexpectedly",
  "Query read timeout",
  "timeout exceeded when trying to connect",
  "timeout expired",
]);

/** A request took longer than it may, for whatever it waited. */
export class DeadlineExceeded extends Error {
  constructor() {
    super("The request took too long");
  }
}

export function isDatabaseUnreachable(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if (at instanceof DeadlineExceeded || unreachableMessages.has(at.message)) return true;
    if ("code" in at && unreachableCodes.has(String(at.code))) return true;
    // No socket where PostgreSQL's should be; any other missing file is another matter.
    if ("syscall" in at && at.syscall === "connect") return true;
  }
  return false;
}

/** PostgreSQL's code for what went wrong, where it was PostgreSQL that refused. */
export function errorCode(error: unknown): string | undefined {
  return postgresError(error)?.code;
}

/** There is a row of that kind already: the unique index by this name says so. */
export function isUniqueViolation(error: unknown, index: string): boolean {
  const cause = postgresError(error);
  return cause?.code === "23505" && cause.constraint === index;
}

function postgresError(error: unknown): DatabaseError | undefined {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  return cause instanceof DatabaseError ? cause : undefined;
}

/** A row was to belong to a user or a session that ended while the call was under way. */
export function isOwnerDeleted(error: unknown): boolean {
  const cause = postgresError(error);
  return cause?.code === "23503" && /_(users|sessions)_id_fk$/.test(cause.constraint ?? "");
}

/**
 * The error as it may be logged. The query layer puts all values of the query into its words, and
 * PostgreSQL the whole row into its details: people's data and the hashes of their passwords.
 */
export function withoutQueryValues(error: unknown): unknown {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  if (!(cause instanceof DatabaseError)) return cause ?? new Error("A query failed");
  const { code = "", table, constraint } = cause;
  // What cannot be read as a number or an id is named, as it was sent.
  const message = code.startsWith("22")
    ? cause.message.replace(/"[^"]*"/gs, '"..."')
    : cause.message;
  const bare = Object.assign(new Error(message), { code, table, constraint });
  const frames = (error as Error).stack?.match(/^ {4}at .*$/gm) ?? [];
  bare.stack = [message, ...frames].join("\n");
  return bare;
}
