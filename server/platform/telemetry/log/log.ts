// The only logger: also of Fastify, and of libraries that use console.error or console.warn.
import { format } from "node:util";
import { type LevelWithSilent, type Logger, multistream, pino, stdTimeFunctions } from "pino";
import { formatLine } from "./format-line.ts";
import { hiddenFields, redactLine } from "./redact.ts";

export const logLevels = ["error", "warn", "info", "debug"] as const;
export type LogFormat = "json" | "text";

type Settings = {
  LOG?: LogFormat | undefined;
  LOG_LEVEL: (typeof logLevels)[number];
  write?: (line: string) => void;
};

/** Before `startLog`: warnings as text, to the console. */
export let log: Logger = createLogger("warn", {
  write: (line: string) => console.error(formatLine(line)),
});

/** Once the log is started it is written at every LOG_LEVEL. */
export let securityLog: Logger = log.child({ kind: "security" });

export function startLog({ LOG, LOG_LEVEL, write }: Settings): () => void {
  const before = { log, securityLog };
  const { error, warn } = console;
  const isText = (LOG ?? (process.stdout.isTTY ? "text" : "json")) === "text";
  const to = (out: (line: string) => void) => ({
    write: (line: string) => out(isText ? `${formatLine(line)}\n` : line),
  });
  const stdout = to(write ?? ((line) => process.stdout.write(line)));
  const stderr = to(write ?? ((line) => process.stderr.write(line)));
  const streams = [
    { level: "debug" as const, stream: stdout },
    { level: "warn" as const, stream: stderr },
  ];
  log = createLogger(LOG_LEVEL, multistream(streams, { dedupe: true }));
  securityLog = log.child({ kind: "security" }, { level: "info" });
  console.error = (...words: unknown[]) => logWords("error", words);
  console.warn = (...words: unknown[]) => logWords("warn", words);
  return () => {
    ({ log, securityLog } = before);
    Object.assign(console, { error, warn });
  };
}

function createLogger(level: LevelWithSilent, stream: { write(line: string): void }): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: errorFields },
      redact: { paths: hiddenFields, censor: "[hidden]" },
      hooks: { streamWrite: redactLine },
    },
    stream,
  );
}

/** Other properties of an error may hold user input. */
function errorFields(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack } = error;
  return { type: name, message, ...("code" in error && { code: error.code }), stack };
}

function logWords(level: "error" | "warn", words: unknown[]): void {
  const err = words.find((word) => word instanceof Error);
  const message = format(...words.filter((word) => word !== err));
  log[level](err ? { err } : {}, message || err?.message);
}
