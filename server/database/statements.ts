// The statements of this process that are under way. The driver tells nobody of them, so what it
// makes of each statement is looked at when it is run. Only where somebody wants to know.
import type { Sql } from "./connect.ts";

/** What the driver makes of a statement, as far as it is looked at (postgres, src/query.js). */
type Statement = {
  executed: boolean;
  /** A connection works on it; else it waits for one, or behind another. */
  active: boolean;
  strings: readonly string[];
  resolve(answer: unknown): unknown;
  reject(error: unknown): unknown;
  handle(): Promise<void>;
};

/** Hears of a statement, without its values, and answers who hears of its end. */
export type Watcher = (text: string) => ((error?: unknown) => void) | undefined;

const underWay = new Set<Statement>();
const watchers = new Set<Watcher>();
let isWatching = false;

/** Answers how to end it. */
export function watchStatements(sql: Sql, watcher?: Watcher): () => void {
  if (watcher) watchers.add(watcher);
  if (!isWatching) lookAtAll(sql);
  return () => {
    if (watcher) watchers.delete(watcher);
  };
}

function lookAtAll(sql: Sql): void {
  isWatching = true;
  // One that is never run, to find what all have in common.
  const kind = Object.getPrototypeOf(sql`select`) as Statement;
  const { handle } = kind;
  kind.handle = function (this: Statement) {
    if (!this.executed) begin(this);
    return handle.call(this);
  };
}

export function statementsUnderWay(): { running: number; waiting: number } {
  let running = 0;
  for (const { active } of underWay) if (active) running++;
  return { running, waiting: underWay.size - running };
}

function begin(statement: Statement): void {
  underWay.add(statement);
  const ends = [...watchers].map((watcher) => watcher(statement.strings.join("$")));
  const { resolve, reject } = statement;
  const end = (error?: unknown) => {
    underWay.delete(statement);
    for (const hear of ends) hear?.(error);
  };
  statement.resolve = (answer) => {
    end();
    return resolve(answer);
  };
  statement.reject = (error) => {
    end(error);
    return reject(error);
  };
}
