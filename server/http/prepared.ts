// Answers that are the same for everyone until something changes: whole, in memory, ready to
// be sent as they are. They are looked up before the router, so that the common request costs
// little more than the bytes that it sends.
import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { compose, pipeline, Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { setImmediate } from "node:timers/promises";
import { promisify } from "node:util";
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from "node:zlib";
import type { Topic } from "#contract/call.ts";
import { isDatabaseUnreachable } from "#server/database/failures.ts";
import type { Changes } from "#server/live/changes.ts";
import { pageHeaders } from "./headers.ts";

export type Answer = {
  status: number;
  type: string;
  /** What is long may come in the pieces in which it was written. */
  body: Buffer | Buffer[];
  cacheControl?: string;
};
export type Encoding = "br" | "gzip";
type Headers = Record<string, string | number>;
/** A body with all that is written before it. */
type Form = { headers: Headers; pieces: Buffer[] };
type Ready = {
  status: number;
  etag: string;
  /** What every form of it carries. */
  headers: Headers;
  isWorthCompressing: boolean;
  plain: Form;
  encoded: Map<Encoding, Form>;
  /** Compressions under way. */
  encoding: Map<Encoding, Promise<void>>;
};
type Entry = {
  topics: readonly Topic[];
  /** Counts the changes; an answer is fresh when it was begun after the last of them. */
  changes: number;
  ready?: Ready & { changes: number };
  building?: { changes: number; result: Promise<Ready> };
  /** Answered at the door since somebody last looked for what can be forgotten. */
  asked?: boolean;
};

/** Below this, compressing costs more than it saves. */
const smallest = 1_024;
/** Handing so much to the system takes well under a millisecond; then others get their turn. */
const piece = 256 * 1024;
/** What an entry weighs besides its bodies, roughly. */
const overhead = 2_000;
/** What is long is compressed piece by piece, so that it is not in memory once more as a whole. */
const compressors = {
  br: (pieces: Buffer[]) => {
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: lengthOf(pieces) > 1_000_000 ? 1 : 8,
      // Told that much is to come, it looks further back for what a page says again.
      [constants.BROTLI_PARAM_SIZE_HINT]: 1 << 20,
    };
    const [only] = pieces;
    if (only && pieces.length === 1) return promisify(brotliCompress)(only, { params });
    return buffer(compose(Readable.from(pieces), createBrotliCompress({ params })));
  },
  gzip: (pieces: Buffer[]) => {
    const [only] = pieces;
    if (only && pieces.length === 1) return promisify(gzip)(only);
    return buffer(compose(Readable.from(pieces), createGzip()));
  },
};

export class PreparedAnswers {
  /** What was sent at the door, whole or as unchanged, and what had to go further. */
  readonly counts = { whole: 0, unchanged: 0, missed: 0 };
  readonly #entries = new Map<string, Entry>();
  readonly #files = new Map<string, Ready>();
  readonly #changes: Changes;
  readonly #headers: Record<string, string>;
  readonly #mostBytes: number;
  #bytes = 0;

  constructor(changes: Changes, headers: Record<string, string>, mostBytes = 96 * 1024 * 1024) {
    this.#changes = changes;
    this.#headers = headers;
    this.#mostBytes = mostBytes;
    changes.onChange((changed) => this.#spoil(changed));
  }

  /** The door: true when the request was answered from memory. */
  answers(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== "GET" && request.method !== "HEAD") return false;
    const ready = this.#known(request.url ?? "");
    if (!ready) return false;
    const encoding = this.#encodingFor(request, ready);
    if (encoding && !ready.encoded.has(encoding)) return false;
    if (write(request, response, ready, encoding) === 304) this.counts.unchanged++;
    else this.counts.whole++;
    return true;
  }

  /**
   * The answer of this key, built first where there is none or something changed; then a
   * function that writes it. Whatever can fail has failed before anything is written.
   */
  async prepare(
    request: IncomingMessage,
    wanted: { key: string; topics: readonly Topic[]; build: () => Promise<Answer> },
  ): Promise<(response: ServerResponse) => void> {
    this.counts.missed++;
    const ready = await this.#fresh(wanted);
    const encoding = this.#encodingFor(request, ready);
    if (encoding && !ready.encoded.has(encoding)) await this.#encode(wanted.key, ready, encoding);
    return (response) => write(request, response, ready, encoding);
  }

  /** Writes the file kept under this address, if there is one. */
  file(request: IncomingMessage, url: string): ((response: ServerResponse) => void) | undefined {
    const ready = this.#files.get(url);
    if (!ready) return undefined;
    const encoding = this.#encodingFor(request, ready);
    return (response) => write(request, response, ready, encoding);
  }

  /** Answers that never change, such as files whose names come from their content. */
  keep(url: string, answer: Answer, encoded: Map<Encoding, Buffer>): void {
    const ready = this.#dress(answer);
    for (const [encoding, body] of encoded)
      ready.encoded.set(encoding, encodedForm(ready, body, encoding));
    this.#files.set(url, ready);
  }

  /** How much is remembered, without the files: however much is asked for, it is bounded. */
  held(): { answers: number; bytes: number } {
    return { answers: this.#entries.size, bytes: this.#bytes };
  }

  #known(url: string): Ready | undefined {
    const entry = this.#entries.get(url);
    if (!entry?.ready || !this.#isFresh(entry)) return this.#files.get(url);
    entry.asked = true;
    return entry.ready;
  }

  /** However many ask for it at once, it is compressed once. */
  #encode(key: string, ready: Ready, encoding: Encoding): Promise<void> {
    const running = ready.encoding.get(encoding) ?? this.#compress(key, ready, encoding);
    ready.encoding.set(encoding, running);
    return running;
  }

  async #compress(key: string, ready: Ready, encoding: Encoding): Promise<void> {
    try {
      const body = await compressors[encoding](ready.plain.pieces);
      ready.encoded.set(encoding, encodedForm(ready, body, encoding));
      if (this.#entries.get(key)?.ready === ready) this.#bytes += body.length;
    } finally {
      ready.encoding.delete(encoding);
    }
  }

  async #fresh(prepared: {
    key: string;
    topics: readonly Topic[];
    build: () => Promise<Answer>;
  }): Promise<Ready> {
    const { key, topics, build } = prepared;
    const entry = this.#entries.get(key) ?? { topics, changes: 0 };
    this.#touch(key, entry);
    const wanted = entry.changes;
    for (;;) {
      if (entry.ready && this.#isFresh(entry)) return entry.ready;
      const running = entry.building;
      if (!running) return this.#build(key, entry, build);
      // A build that began before the change that we must see does not count, but it is
      // waited for: a crowd of requests after a change causes one build, not a herd.
      if (running.changes >= wanted) return running.result;
      await running.result.catch(() => {});
    }
  }

  #build(key: string, entry: Entry, build: () => Promise<Answer>): Promise<Ready> {
    const changes = entry.changes;
    const result = (async () => {
      try {
        const ready = { ...this.#dress(await build()), changes };
        this.#store(key, entry, ready);
        return ready;
      } catch (error) {
        // Without the database the last known answer serves better than none.
        if (entry.ready && isDatabaseUnreachable(error)) return entry.ready;
        // Nothing is remembered of what is not there: anyone can ask for a million of those.
        if (!entry.ready && this.#entries.get(key) === entry) this.#entries.delete(key);
        throw error;
      } finally {
        delete entry.building;
      }
    })();
    entry.building = { changes, result };
    return result;
  }

  #dress({ status, type, body, cacheControl = "no-cache" }: Answer): Ready {
    const pieces = [body].flat().flatMap(cut);
    const length = lengthOf(pieces);
    const etag = `W/"${hashOf(pieces).slice(0, 22)}"`;
    const headers = {
      ...this.#headers,
      ...pageHeaders(type),
      "content-type": type,
      "cache-control": cacheControl,
      etag,
      ...(length >= smallest && { vary: "accept-encoding" }),
    };
    return {
      status,
      etag,
      headers,
      isWorthCompressing: length >= smallest && isText(type),
      plain: { headers: { ...headers, "content-length": length }, pieces },
      encoded: new Map(),
      encoding: new Map(),
    };
  }

  #isFresh(entry: Entry): boolean {
    if (entry.topics.length === 0) return true;
    return this.#changes.hearing && entry.ready?.changes === entry.changes;
  }

  #encodingFor(request: IncomingMessage, ready: Ready): Encoding | undefined {
    if (!ready.isWorthCompressing) return undefined;
    const accepted = request.headers["accept-encoding"];
    if (typeof accepted !== "string") return undefined;
    if (/\bbr\b(?!\s*;\s*q=0(\.0+)?(?![.\d]))/.test(accepted)) return "br";
    return /\bgzip\b(?!\s*;\s*q=0(\.0+)?(?![.\d]))/.test(accepted) ? "gzip" : undefined;
  }

  #store(key: string, entry: Entry, ready: Ready & { changes: number }): void {
    if (this.#entries.get(key) === entry) {
      this.#bytes += weight(ready) - (entry.ready ? weight(entry.ready) : 0);
    }
    entry.ready = ready;
    for (const [oldest, old] of this.#entries) {
      if (this.#bytes <= this.#mostBytes) break;
      if (oldest === key) continue;
      // What many ask for is not pushed out by somebody who asks for a million things once.
      if (old.asked) {
        old.asked = false;
        this.#touch(oldest, old);
        continue;
      }
      this.#entries.delete(oldest);
      if (old.ready) this.#bytes -= weight(old.ready);
    }
  }

  /** The entry last asked for is the last to be forgotten. */
  #touch(key: string, entry: Entry): void {
    this.#entries.delete(key);
    this.#entries.set(key, entry);
  }

  #spoil(changed: readonly Topic[]): void {
    for (const entry of this.#entries.values()) {
      if (entry.topics.some((topic) => changed.includes(topic))) entry.changes++;
    }
  }
}

function write(
  request: IncomingMessage,
  response: ServerResponse,
  ready: Ready,
  encoding: Encoding | undefined,
): number {
  if (request.headers["if-none-match"]?.includes(ready.etag)) {
    response.writeHead(304, ready.headers).end();
    return 304;
  }
  const { headers, pieces } = (encoding && ready.encoded.get(encoding)) ?? ready.plain;
  response.writeHead(ready.status, headers);
  if (request.method === "HEAD") response.end();
  else if (pieces.length === 1) response.end(pieces[0]);
  else pipeline(inTurns(pieces), response, () => {});
  return ready.status;
}

/** What is long goes out between the others' answers, not before them. */
async function* inTurns(pieces: Buffer[]) {
  for (const each of pieces) {
    yield each;
    await setImmediate();
  }
}

function encodedForm({ headers }: Ready, body: Buffer, encoding: Encoding): Form {
  const ownHeaders = { "content-length": body.length, "content-encoding": encoding };
  return { headers: { ...headers, ...ownHeaders }, pieces: cut(body) };
}

/** The same bytes, at least one piece of them. */
function cut(body: Buffer): Buffer[] {
  const pieces = [body.subarray(0, piece)];
  for (let from = piece; from < body.length; from += piece) {
    pieces.push(body.subarray(from, from + piece));
  }
  return pieces;
}

function hashOf(pieces: Buffer[]): string {
  const hash = createHash("sha256");
  for (const each of pieces) hash.update(each);
  return hash.digest("base64url");
}

function lengthOf(pieces: Buffer[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0);
}

function isText(type: string): boolean {
  return /^(text\/|application\/(json|javascript|manifest\+json)|image\/svg)/.test(type);
}

function weight(ready: Ready): number {
  const forms = [ready.plain, ...ready.encoded.values()];
  return forms.reduce((sum, { pieces }) => sum + lengthOf(pieces), overhead);
}
