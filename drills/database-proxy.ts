// Stands between the shop and PostgreSQL, reads along which statements are run, and can end it all
// just before one is run or just after it was.
import type { Socket } from "node:net";
import { relayDatabase } from "../proofs/database-relay.ts";

export type Moment = "before" | "after";

/** `transaction`: the statements so far in the same transaction. True cuts the connection there. */
export type Watch = (moment: Moment, statement: string, transaction: string[]) => boolean;

export type DatabaseProxy = { url: string; watch: Watch };

export async function openDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const { url } = await relayDatabase(databaseUrl, (shop, database) =>
    readAlong(shop, database, (...seen) => proxy.watch(...seen)),
  );
  const proxy: DatabaseProxy = { url, watch: () => false };
  return proxy;
}

function readAlong(shop: Socket, database: Socket, watch: Watch): void {
  const cut = () => {
    shop.destroy();
    database.destroy();
  };
  const prepared = new Map<string, string>();
  let transaction: string[] = [];
  /** What was run since the last time that an answer was asked for; and before, not yet answered. */
  let run: string[] = [];
  const unanswered: { run: string[]; transaction: string[] }[] = [];

  /** The statement that this message runs. */
  function statementIn(kind: string, body: Buffer): string | undefined {
    if (kind === "Q") return textAt(body, 0).text;
    if (kind === "P") {
      const { text: name, end } = textAt(body, 0);
      prepared.set(name, textAt(body, end).text);
    }
    return kind === "B" ? prepared.get(textAt(body, textAt(body, 0).end).text) : undefined;
  }

  onMessages(shop, { firstIsBare: true }, (kind, message) => {
    const statement = statementIn(kind, message.subarray(5));
    if (statement !== undefined) {
      if (/^begin/i.test(statement)) transaction = [];
      if (watch("before", statement, transaction)) return cut();
      transaction.push(statement);
      run.push(statement);
    }
    if (kind === "Q" || kind === "S") {
      unanswered.push({ run, transaction: [...transaction] });
      run = [];
    }
    database.write(message);
  });
  onMessages(database, { firstIsBare: false }, (kind, message) => {
    const answered = kind === "Z" ? unanswered.shift() : undefined;
    const isEnd = answered?.run.some((each) => watch("after", each, answered.transaction));
    if (isEnd) return cut();
    shop.write(message);
  });
}

type Hear = (kind: string, message: Buffer) => void;

/** Each message as a whole. The first of a client has no kind, only a length. */
function onMessages(from: Socket, { firstIsBare }: { firstIsBare: boolean }, hear: Hear): void {
  let unread: Buffer = Buffer.alloc(0);
  let isBare = firstIsBare;
  from.on("data", (bytes: Buffer) => {
    unread = unread.length > 0 ? Buffer.concat([unread, bytes]) : bytes;
    while (unread.length >= 5 && !from.destroyed) {
      const length = isBare ? unread.readInt32BE(0) : 1 + unread.readInt32BE(1);
      if (unread.length < length) return;
      const message = unread.subarray(0, length);
      unread = unread.subarray(length);
      const kind = isBare ? "" : String.fromCharCode(message[0] ?? 0);
      isBare = false;
      hear(kind, message);
    }
  });
}

function textAt(bytes: Buffer, from: number): { text: string; end: number } {
  const end = bytes.indexOf(0, from);
  return { text: bytes.toString("utf8", from, end), end: end + 1 };
}
