// Relays connections to PostgreSQL, and can cut one before a statement is run or after.
import type { Socket } from "node:net";
import { relayDatabase } from "./database-relay.ts";

export type Moment = "before" | "after";

/** `transaction`: earlier statements of the same transaction. True cuts the connection. */
export type Watch = (moment: Moment, statement: string, transaction: string[]) => boolean;

export type StatementRelay = { url: string; watch: Watch };

export async function relayStatements(databaseUrl: string): Promise<StatementRelay> {
  const { url } = await relayDatabase(databaseUrl, (shop, database) =>
    readAlong(shop, database, (...seen) => relay.watch(...seen)),
  );
  const relay: StatementRelay = { url, watch: () => false };
  return relay;
}

function readAlong(shop: Socket, database: Socket, watch: Watch): void {
  const cut = () => {
    shop.destroy();
    database.destroy();
  };
  const prepared = new Map<string, string>();
  let transaction: string[] = [];
  /** Statements since the last sync message; and before, not yet answered. */
  let run: string[] = [];
  const unanswered: { run: string[]; transaction: string[] }[] = [];

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

type HandleMessage = (kind: string, message: Buffer) => void;

/** The first message of a client has no kind, only a length. */
function onMessages(
  from: Socket,
  { firstIsBare }: { firstIsBare: boolean },
  handle: HandleMessage,
): void {
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
      handle(kind, message);
    }
  });
}

function textAt(bytes: Buffer, from: number): { text: string; end: number } {
  const end = bytes.indexOf(0, from);
  return { text: bytes.toString("utf8", from, end), end: end + 1 };
}
