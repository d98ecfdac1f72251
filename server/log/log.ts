// What the program says while it runs: one line for each thing, as JSON for programs or as text for
// people. Whatever our own code, or a library, says by console.error and its like goes through
// here and is redacted; console.log stays as it is, for what a person at the terminal waits for.
import { redact } from "./redact.ts";

export const logLevels = ["error", "warn", "info", "debug"] as const;
export type LogLevel = (typeof logLevels)[number];
export type LogFormat = "json" | "text";
export type Line = { level: LogLevel; message: string; error?: Told; fields?: object };
/** Of an error, what may be told: what else hangs on it may be anything. */
type Told = { name?: string; message?: string; code?: string; stack?: string };

type Settings = {
  LOG?: LogFormat | undefined;
  LOG_LEVEL: LogLevel;
  /** Where lines go; to the terminal if nowhere else. */
  write?: (line: string, level: LogLevel) => void;
};

let listening: Required<Settings> | undefined;

/** From then on all is one log. Answers how to go back. */
export function startLog({ LOG, LOG_LEVEL, write = toTerminal }: Settings): () => void {
  listening = { LOG: LOG ?? (process.stdout.isTTY ? "text" : "json"), LOG_LEVEL, write };
  const { error, warn } = console;
  console.error = (...words: unknown[]) => say(lineOf("error", words));
  console.warn = (...words: unknown[]) => say(lineOf("warn", words));
  return () => {
    listening = undefined;
    Object.assign(console, { error, warn });
  };
}

export function isLogged(level: LogLevel): boolean {
  return listening !== undefined && rank(level) <= rank(listening.LOG_LEVEL);
}

export function say(line: Line): void {
  if (!listening || !isLogged(line.level)) return;
  const written = listening.LOG === "json" ? asJson(line) : asText(line);
  listening.write(redact(written), line.level);
}

const rank = (level: LogLevel) => logLevels.indexOf(level);

function toTerminal(line: string, level: LogLevel): void {
  const stream = level === "error" || level === "warn" ? process.stderr : process.stdout;
  stream.write(`${line}\n`);
}

function lineOf(level: LogLevel, words: unknown[]): Line {
  const error = words.find((word) => word instanceof Error);
  const told = words.filter((word) => word !== error).map(String);
  const message = told.join(" ").replace(/:$/, "") || (error?.message ?? "");
  return { level, message, ...(error && { error }) };
}

function asJson({ level, message, error, fields }: Line): string {
  const time = new Date().toISOString();
  return JSON.stringify({ time, level, message, ...fields, ...(error && { error: told(error) }) });
}

function asText({ level, message, error, fields }: Line): string {
  const named = Object.entries(fields ?? {}).map(([name, value]) => `${name}=${value}`);
  const first = [level === "info" ? "" : `${level}:`, message, ...named].filter(Boolean).join(" ");
  // The stack begins with the message.
  return error ? `${first}\n${error.stack ?? error.message}` : first;
}

function told({ name, message, code, stack }: Told): Told {
  return {
    ...(name && { name }),
    ...(message && { message }),
    ...(code && { code }),
    ...(stack && { stack }),
  };
}
