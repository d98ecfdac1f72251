// Caches responses that are the same for everyone, until a change of what they show.
import type { FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { isDatabaseUnreachable } from "#server/platform/database/database-errors.ts";
import type { Changes } from "#server/platform/events/changes.ts";
import {
  acceptedEncoding,
  type CachedResponse,
  type Content,
  encode,
  sendCached,
  toEntry,
} from "./cached-response.ts";

export type Cacheable = {
  key: string;
  /** Invalidating one of these makes the response outdated. */
  tags: readonly string[];
  build: () => Promise<Content>;
};
type Tagged = { tags: readonly string[]; isFresh: boolean };
type Entry = Tagged & { response: CachedResponse };
type Build = Tagged & { result: Promise<CachedResponse> };

/** Rough size of an entry without its body. */
const overheadBytes = 2_000;

export class ResponseCache {
  readonly counts = { hits: 0, misses: 0 };
  readonly #entries: LRUCache<string, Entry>;
  readonly #builds = new Map<string, Build>();
  readonly #changes: Changes;

  constructor(changes: Changes, maxBytes = 96 * 1024 * 1024) {
    this.#entries = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ response }) => response.body.length + overheadBytes,
    });
    this.#changes = changes;
    changes.onChange((changed) => this.invalidate(changed));
  }

  /** onRequest hook of cached routes. */
  readonly lookUp = (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    const known = this.#fresh(`${acceptedEncoding(request)} ${request.url}`);
    if (known) {
      this.counts.hits++;
      sendCached(request, reply, known);
    } else done();
  };

  async send(request: FastifyRequest, reply: FastifyReply, wanted: Cacheable) {
    return sendCached(request, reply, await this.#find(request, wanted));
  }

  invalidate(tags: readonly string[]): void {
    for (const tagged of [this.#entries, this.#builds]) {
      for (const each of tagged.values()) {
        if (each.tags.some((tag) => tags.includes(tag))) each.isFresh = false;
      }
    }
  }

  get size(): { entries: number; bytes: number } {
    return { entries: this.#entries.size, bytes: this.#entries.calculatedSize };
  }

  async #find(request: FastifyRequest, { key, tags, build }: Cacheable): Promise<CachedResponse> {
    const encoding = acceptedEncoding(request);
    const [plainKey, ownKey] = [`identity ${key}`, `${encoding} ${key}`];
    if (this.#fresh(ownKey)) this.counts.hits++;
    else this.counts.misses++;
    const plain = () => this.#get(plainKey, tags, async () => toEntry(await build()));
    try {
      if (encoding === "identity") return await plain();
      return await this.#get(ownKey, tags, async () => encode(await plain(), encoding));
    } catch (error) {
      // Without the database an outdated response is better than none.
      const last = this.#entries.peek(ownKey) ?? this.#entries.peek(plainKey);
      if (!last || !isDatabaseUnreachable(error)) throw error;
      return last.response;
    }
  }

  async #get(
    key: string,
    tags: readonly string[],
    build: () => Promise<CachedResponse>,
  ): Promise<CachedResponse> {
    for (;;) {
      const known = this.#fresh(key);
      if (known) return known;
      const running = this.#builds.get(key);
      if (!running) return this.#build(key, tags, build);
      if (running.isFresh) return running.result;
      // It began before the last change. Waiting keeps builds one at a time.
      await running.result.catch(() => {});
    }
  }

  #build(
    key: string,
    tags: readonly string[],
    build: () => Promise<CachedResponse>,
  ): Promise<CachedResponse> {
    const result = build()
      .then((response) => {
        this.#entries.set(key, { tags, response, isFresh: running.isFresh });
        return response;
      })
      .finally(() => this.#builds.delete(key));
    const running: Build = { tags, isFresh: true, result };
    this.#builds.set(key, running);
    return result;
  }

  /** While disconnected from changes, only responses without tags are fresh. */
  #fresh(key: string): CachedResponse | undefined {
    const entry = this.#entries.get(key);
    if (!entry?.isFresh) return undefined;
    return entry.tags.length === 0 || this.#changes.isConnected ? entry.response : undefined;
  }
}
