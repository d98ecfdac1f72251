import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import * as z from "zod/mini";
import { Semaphore } from "#server/limits/semaphore.ts";
import type { Pieces } from "./handler.ts";

/** So many entries are written in well under a millisecond; then others get their turn. */
const slice = 500;

/**
 * Of long lists, one at a time is gathered, and one piece at a time of those that are sent as they
 * come: nobody's next page waits for several of them, and memory holds no more than one half-done.
 */
const gathered = new Semaphore(1, 100);
const sent = new Semaphore(1, Number.POSITIVE_INFINITY);

/** The reply as its schema declares it, and nothing else, as bytes; a long list in pieces. */
export async function writeJson(schema: z.ZodMiniType, reply: unknown): Promise<Buffer[]> {
  const pieces = isInPieces(reply) ? reply : piecesOf(schema, reply);
  if (!pieces) return [Buffer.from(JSON.stringify(schema.parse(reply)))];
  return gathered.run(() => Array.fromAsync(writeList(schema, pieces)));
}

/** The same of a list that comes in pieces. Its first one is there before anything is said. */
export async function streamJson(schema: z.ZodMiniType, pieces: Pieces<unknown>) {
  const written = writeList(schema, inTurn(pieces));
  const { value: first } = await written.next();
  return Readable.from(
    (async function* () {
      if (first) yield first;
      yield* written;
    })(),
  );
}

export function isInPieces(reply: unknown): reply is Pieces<unknown> {
  return typeof reply === "object" && reply !== null && Symbol.asyncIterator in reply;
}

async function* writeList(schema: z.ZodMiniType, pieces: Pieces<unknown>) {
  let before = "[";
  for await (const piece of pieces) {
    const text = JSON.stringify(schema.parse(piece)).slice(1, -1);
    if (text === "") continue;
    yield Buffer.from(before + text);
    before = ",";
    await setImmediate();
  }
  yield Buffer.from(before === "[" ? "[]" : "]");
}

/** A turn for each piece: who reads slowly keeps nobody waiting. */
async function* inTurn(pieces: Pieces<unknown>): Pieces<unknown> {
  const iterator = pieces[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await sent.run(() => iterator.next());
      if (done) return;
      yield value;
    }
  } finally {
    await iterator.return?.();
  }
}

function piecesOf(schema: z.ZodMiniType, reply: unknown): Pieces<unknown> | undefined {
  const isLong = schema instanceof z.ZodMiniArray && Array.isArray(reply) && reply.length > slice;
  return isLong ? sliced(reply) : undefined;
}

async function* sliced(list: unknown[]): Pieces<unknown> {
  for (let from = 0; from < list.length; from += slice) yield list.slice(from, from + slice);
}
