// An unexpected warning, or a connection to another machine, fails the test.
import { Socket } from "node:net";
import { afterEach, beforeEach, expect } from "vitest";
import { isLoopback } from "#server/platform/config/env-addresses.ts";

const complaints: string[] = [];
const expected: RegExp[] = [];
/** On a busy machine any request may be slow, and others find events by looking for them. */
const slow = /slow request|Could not notify others: Error: (Query read timeout|timeout exceeded)/;

export function expectWarning(pattern: RegExp): void {
  expected.push(pattern);
}

export function warningsSoFar(): readonly string[] {
  return complaints.filter((line) => !slow.test(line));
}

for (const level of ["error", "warn"] as const) {
  console[level] = (...words: unknown[]) => {
    complaints.push(words.map((word) => (word instanceof Error ? word.stack : word)).join(" "));
  };
}

// Files share a process: patched once, however often this file is loaded.
const door = Symbol.for("the door of the tests");
type WithDoor = typeof Socket.prototype & { [door]?: typeof Socket.prototype.connect };
const sockets: WithDoor = Socket.prototype;
const connect = sockets[door] ?? sockets.connect;
sockets[door] = connect;
Socket.prototype.connect = function connectWithin(this: Socket, ...args: unknown[]) {
  const [first] = Array.isArray(args[0]) ? args[0] : args;
  const host =
    typeof first === "object" && first !== null && "host" in first ? first.host : undefined;
  if (typeof host === "string" && !host.startsWith("/") && !isLoopback(host)) {
    complaints.push(`A connection to ${host} was attempted`);
    throw new Error(`Tests connect to this machine only, not to ${host}`);
  }
  return Reflect.apply(connect, this, args);
};

beforeEach(() => {
  complaints.length = 0;
  expected.length = 0;
});

afterEach(() => {
  const known = [slow, ...expected];
  const unexpected = complaints.filter((line) => !known.some((pattern) => pattern.test(line)));
  expect(unexpected, `unexpected warnings: ${unexpected.join("\n")}`).toEqual([]);
});
