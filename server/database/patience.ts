// A database may say nothing at all: a line on which nothing comes back, or a pool whose connections
// all wait for somebody. Whoever asked is told so in time, whatever the database does later.
import type { Sql } from "./connect.ts";

/** In milliseconds, for all that one request asks: with the rest of its work, ten seconds. */
export const answeredWithin = 9_600;
/** Most calls are two questions: who asks, and what they ask. */
export const askedWithin = answeredWithin / 2;

export class DatabaseSilent extends Error {
  readonly code = "CONNECT_TIMEOUT";

  constructor() {
    super("The database does not answer");
  }
}

/** What the driver's queries are, as far as it matters here. */
type Query = Promise<unknown> & {
  /** Called whenever somebody waits for it; a part of another query is never waited for. */
  handle(): unknown;
  resolve(answer: unknown): void;
  reject(error: unknown): void;
  cancel(): unknown;
  /** The connection that it was given. */
  state: unknown;
};

/** Begins to wait for an answer; what it answers ends the waiting. */
type Wait = (late: () => void) => () => void;

/** The same pool for who cannot wait. Within a transaction, the whole of it has so long. */
export function patient(sql: Sql, within = askedWithin): Sql {
  return bounded(sql, (late) => {
    const timer = setTimeout(late, within);
    return () => clearTimeout(timer);
  });
}

/** So long for all questions together. What is done between them, as by a card provider, is not counted. */
export function patientInAll(sql: Sql, within: number): Sql {
  let left = within;
  return bounded(sql, (late) => {
    const since = performance.now();
    const timer = setTimeout(late, Math.max(0, left));
    return () => {
      clearTimeout(timer);
      left -= performance.now() - since;
    };
  });
}

function bounded(sql: Sql, wait: Wait): Sql {
  const bound = (made: unknown) => (isQuery(made) ? boundQuery(made, wait) : made);
  return new Proxy(sql, {
    apply: (target, self, given) => bound(Reflect.apply(target, self, given)),
    get(target, name) {
      const value = Reflect.get(target, name);
      if (name === "unsafe") return (...given: unknown[]) => bound(value(...given));
      if (name === "begin") return (...given: unknown[]) => beginInTime(value, given, wait);
      return value;
    },
  });
}

function isQuery(made: unknown): made is Query {
  return made instanceof Promise && "handle" in made;
}

function boundQuery(query: Query, wait: Wait): Query {
  const { handle } = query;
  let settled: (() => void) | undefined;
  query.handle = () => {
    if (!settled) {
      settled = wait(() => giveUp(query));
      Promise.prototype.then.call(query, settled, settled);
    }
    return handle.call(query);
  };
  return query;
}

function giveUp(query: Query): void {
  // What still waits for a connection is not done at all.
  if (query.state) query.reject(new DatabaseSilent());
  else query.cancel();
  // Whatever comes of it later, nobody hears it any more.
  query.resolve = query.reject = () => {};
}

type Work = (within: unknown) => unknown;

/** Begun too late, it does nothing. */
async function beginInTime(
  begin: (...given: unknown[]) => Promise<unknown>,
  given: unknown[],
  wait: Wait,
): Promise<unknown> {
  const work = given.at(-1) as Work;
  let isLate = false;
  const { promise: late, reject } = Promise.withResolvers<never>();
  const settled = wait(() => {
    isLate = true;
    reject(new DatabaseSilent());
  });
  const begun = begin(...given.slice(0, -1), (transaction: unknown) => {
    if (isLate) throw new DatabaseSilent();
    return work(transaction);
  });
  return Promise.race([begun, late]).finally(settled);
}
