import { DrizzleQueryError } from "drizzle-orm/errors";
import type { DatabaseError } from "./connect.ts";

/** Worth a retry later: connection errors, lock timeouts, full disk or memory. */
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

export class DeadlineExceeded extends Error {
  constructor() {
    super("The request took too long");
  }
}

export function isDatabaseUnreachable(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if (at instanceof DeadlineExceeded || unreachableMessages.has(at.message)) return true;
    if ("code" in at && unreachableCodes.has(String(at.code))) return true;
    // ENOENT of the Unix socket.
    if ("syscall" in at && at.syscall === "connect") return true;
  }
  return false;
}

export function errorCode(error: unknown): string | undefined {
  return postgresError(error)?.code;
}

export function isUniqueViolation(error: unknown, index: string): boolean {
  const cause = postgresError(error);
  return cause?.code === "23505" && cause.constraint === index;
}

export function isCheckViolation(error: unknown, constraint: string): boolean {
  const cause = postgresError(error);
  return cause?.code === "23514" && cause.constraint === constraint;
}

function postgresError(error: unknown): DatabaseError | undefined {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  return isDatabaseError(cause) ? cause : undefined;
}

function isDatabaseError(error: unknown): error is DatabaseError {
  return error instanceof Error && "severity" in error;
}

/** The user or session that a new row refers to was deleted during the request. */
export function isOwnerDeleted(error: unknown): boolean {
  const cause = postgresError(error);
  return cause?.code === "23503" && /_(users|sessions)_id_fk$/.test(cause.constraint ?? "");
}

/** For logs: Drizzle's message holds the query's values, PostgreSQL's details the whole row. */
export function withoutQueryValues(error: unknown): unknown {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  if (!isDatabaseError(cause)) return cause ?? new Error("A query failed");
  const { code = "", table, constraint } = cause;
  // Class 22 quotes the invalid value.
  const message = code.startsWith("22")
    ? cause.message.replace(/"[^"]*"/gs, '"..."')
    : cause.message;
  const bare = Object.assign(new Error(message), { code, table, constraint });
  const frames = (error as Error).stack?.match(/^ {4}at .*$/gm) ?? [];
  bare.stack = [message, ...frames].join("\n");
  return bare;
}
