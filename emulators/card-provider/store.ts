// Objects, stored responses and events in one SQLite file, durable before a response is sent.
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import type Stripe from "stripe";
import type { CardOutcome, Challenge } from "./cards.ts";

type Kinds = {
  payment_intent: Stripe.PaymentIntent;
  charge: Stripe.Charge;
  refund: Stripe.Refund;
  payment_method: Stripe.PaymentMethod;
  setup_intent: Stripe.SetupIntent;
  customer: Stripe.Customer;
  challenge: Challenge;
  card_outcome: CardOutcome;
};
export type ObjectKind = keyof Kinds;
export type StoredObject = Kinds[ObjectKind];

export type Page = {
  parent?: string | undefined;
  limit: number;
  startingAfter?: string | undefined;
  /** Seconds. */
  createdSince?: number | undefined;
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
    state text not null check (state in ('wanted', 'held', 'delivered', 'given-up')),
    tries integer not null default 0,
    next_try_at integer not null,
    last_answer text
  ) strict;
  create index if not exists events_wanted on events (next_try_at) where state = 'wanted';
`;

export function openStore(file: string) {
  if (file !== ":memory:") mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const db = new DatabaseSync(file, { timeout: 5_000 });
  db.exec("pragma journal_mode = wal; pragma synchronous = full;");
  db.exec(tables);
  const upsert = db.prepare(`
    insert into things (id, kind, parent, created, body) values (?, ?, ?, ?, ?)
    on conflict (id) do update set body = excluded.body`);
  const setParent = db.prepare("update things set parent = ? where id = ?");
  const remove = db.prepare("delete from things where id = ?");
  const select = db.prepare("select body from things where id = ? and kind = ?");
  const selectPosition = db.prepare("select position from things where id = ?");

  function find<Of extends ObjectKind>(kind: Of, id: string): Kinds[Of] | undefined {
    const row = select.get(id, kind);
    return row && (JSON.parse(String(row.body)) as Kinds[Of]);
  }

  function list<Of extends ObjectKind>(kind: Of, page: Page) {
    const wheres = ["kind = ?"];
    const values: SQLInputValue[] = [kind];
    const add = (where: string, value: SQLInputValue) => {
      wheres.push(where);
      values.push(value);
    };
    if (page.parent !== undefined) add("parent = ?", page.parent);
    const { createdSince, startingAfter } = page;
    if (createdSince !== undefined) add("created >= ?", createdSince);
    if (startingAfter !== undefined) add("position < ?", positionOf(startingAfter));
    const rows = db
      .prepare(
        `select body from things where ${wheres.join(" and ")} order by position desc limit ?`,
      )
      .all(...values, page.limit + 1);
    const data = rows.slice(0, page.limit).map((row) => JSON.parse(String(row.body)) as Kinds[Of]);
    return { data, hasMore: rows.length > page.limit };
  }

  function positionOf(id: string): number {
    return Number(selectPosition.get(id)?.position ?? 0);
  }

  return {
    db,
    find,
    list,
    exists: (id: string) => positionOf(id) > 0,
    save(object: StoredObject, parent: string | null = null): void {
      upsert.run(object.id, object.object, parent, object.created, JSON.stringify(object));
    },
    move(id: string, parent: string | null): void {
      setParent.run(parent, id);
    },
    remove: (id: string) => void remove.run(id),
    inTransaction<Result>(work: () => Result): Result {
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
