// What it knows, in a file: intents, charges, refunds, the answers it gave under idempotency keys,
// and the webhooks that are still to be delivered. Whatever it has told anybody is on the disk.
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import type Stripe from "stripe";
import type { Challenge } from "./challenges.ts";
import type { TimeRange } from "./read-params.ts";

type Kinds = {
  payment_intent: Stripe.PaymentIntent;
  charge: Stripe.Charge;
  refund: Stripe.Refund;
  payment_method: Stripe.PaymentMethod;
  challenge: Challenge;
};
export type ObjectKind = keyof Kinds;
type Thing = Kinds[ObjectKind];

export type Page = {
  /** What the things belong to: an intent, say. */
  parent?: string | undefined;
  limit: number;
  startingAfter?: string | undefined;
  endingBefore?: string | undefined;
  created?: TimeRange | undefined;
};

export type Store = ReturnType<typeof openStore>;

const tables = `
  create table if not exists things (
    position integer primary key autoincrement,
    id text not null unique,
    kind text not null,
    parent text,
    created integer not null,
    body text not null
  ) strict;
  create index if not exists things_by_kind on things (kind, parent, position);
  create table if not exists answers (
    key text primary key,
    fingerprint text not null,
    status integer not null,
    body text not null,
    request text not null
  ) strict;
  create table if not exists events (
    position integer primary key autoincrement,
    id text not null unique,
    type text not null,
    body text not null,
    state text not null check (state in ('wanted', 'held', 'dropped', 'delivered', 'given-up')),
    tries integer not null default 0,
    next_try_at integer not null,
    last_answer text
  ) strict;
  create index if not exists events_wanted on events (next_try_at) where state = 'wanted';
`;

const signs = { gt: ">", gte: ">=", lt: "<", lte: "<=" } as const;

export function openStore(file: string) {
  if (file !== ":memory:") mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const db = new DatabaseSync(file, { timeout: 5_000 });
  db.exec("pragma journal_mode = wal; pragma synchronous = full;");
  db.exec(tables);
  const saving = db.prepare(`
    insert into things (id, kind, parent, created, body) values (?, ?, ?, ?, ?)
    on conflict (id) do update set body = excluded.body`);
  const finding = db.prepare("select body from things where id = ? and kind = ?");
  const placing = db.prepare("select position from things where id = ?");

  function find<Of extends ObjectKind>(kind: Of, id: string): Kinds[Of] | undefined {
    const row = finding.get(id, kind);
    return row && (JSON.parse(String(row.body)) as Kinds[Of]);
  }

  function list<Of extends ObjectKind>(kind: Of, page: Page) {
    const wheres = ["kind = ?"];
    const values: SQLInputValue[] = [kind];
    const also = (where: string, value: SQLInputValue) => {
      wheres.push(where);
      values.push(value);
    };
    if (page.parent !== undefined) also("parent = ?", page.parent);
    for (const [how, sign] of Object.entries(signs)) {
      const time = page.created?.[how as keyof typeof signs];
      if (time !== undefined) also(`created ${sign} ?`, time);
    }
    const { startingAfter, endingBefore } = page;
    if (startingAfter !== undefined) also("position < ?", positionOf(startingAfter));
    if (endingBefore !== undefined) also("position > ?", positionOf(endingBefore));
    const order = endingBefore === undefined ? "desc" : "asc";
    const rows = db
      .prepare(
        `select body from things where ${wheres.join(" and ")} order by position ${order} limit ?`,
      )
      .all(...values, page.limit + 1);
    const things = rows
      .slice(0, page.limit)
      .map((row) => JSON.parse(String(row.body)) as Kinds[Of]);
    // Newest first, whichever way it was looked for.
    return {
      data: endingBefore === undefined ? things : things.reverse(),
      hasMore: rows.length > page.limit,
    };
  }

  function positionOf(id: string): number {
    return Number(placing.get(id)?.position ?? 0);
  }

  return {
    db,
    find,
    list,
    knows: (id: string) => positionOf(id) > 0,
    save(thing: Thing, parent: string | null = null): void {
      saving.run(thing.id, thing.object, parent, thing.created, JSON.stringify(thing));
    },
    /** All of it or nothing, and on the disk when this comes back. */
    atOnce<Result>(work: () => Result): Result {
      db.exec("begin immediate");
      try {
        const result = work();
        db.exec("commit");
        return result;
      } catch (error) {
        db.exec("rollback");
        throw error;
      }
    },
    close: () => db.close(),
  };
}
