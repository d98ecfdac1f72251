// A database may say nothing at all: a line on which nothing comes back, or a pool whose connections
// all wait for somebody. Whoever asked is told so in time, whatever the database does later.
import type { Sql } from "./connect.ts";

/** In milliseconds. Who asks and what they ask are looked up one after the other: ten in all. */
export const askedWithin = 5_000;

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

/** The same pool for who cannot wait. Within a transaction, the whole of it has so long. */
export function patient(sql: Sql, within = askedWithin): Sql {
  const bound = (made: unknown) => (isQuery(made) ? boundQuery(made, within) : made);
  return new Proxy(sql, {
    apply: (target, self, given) => bound(Reflect.apply(target, self, given)),
    get(target, name) {
      const value = Reflect.get(target, name);
      if (name === "unsafe") return (...given: unknown[]) => bound(value(...given));
      if (name === "begin") return (...given: unknown[]) => beginInTime(value, given, within);
      return value;
    },
  });
}

function isQuery(made: unknown): made is Query {
  return made instanceof Promise && "handle" in made;
}

function boundQuery(query: Query, within: number): Query {
  const { handle } = query;
  let timer: NodeJS.Timeout | undefined;
  const settled = () => clearTimeout(timer);
  query.handle = () => {
    if (!timer) {
      timer = setTimeout(() => giveUp(query), within);
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
  within: number,
): Promise<unknown> {
  const work = given.at(-1) as Work;
  let isLate = false;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      isLate = true;
      reject(new DatabaseSilent());
    }, within);
  });
  const begun = begin(...given.slice(0, -1), (transaction: unknown) => {
    if (isLate) throw new DatabaseSilent();
    return work(transaction);
  });
  return Promise.race([begun, late]).finally(() => clearTimeout(timer));
}
