// Caches responses that are the same for everyone, until a change of what they show.
import type { FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { tagsOverlap } from "#contract/tags.ts";
import { isDatabaseUnreachable } from "#server/platform/database/database-errors.ts";
import type { Events } from "#server/platform/events/open-events.ts";
import { TagIndex } from "#server/platform/events/tag-index.ts";
import {
  acceptedEncoding,
  type CachedResponse,
  type Content,
  encode,
  sendCached,
  toEntry,
} from "./cached-response.ts";
import { mustBeCurrent } from "./own-writes.ts";

/** `tags`: of all that the response shows. What is not stored is made for each request. */
export type TaggedContent = Content & { tags: readonly string[]; isStored?: boolean };
export type Cacheable = { key: string; build: () => Promise<TaggedContent> };
type Tagged = { response: CachedResponse; tags: readonly string[]; isStored: boolean };
type Entry = Tagged & { builtAt: number; isFresh: boolean; untag: () => void };
/** `changed`: the tags of what changed while it was built. */
type Build = { changed: Set<string>; result: Promise<Tagged> };
type Source = Pick<Events, "isCurrent" | "catchUp" | "onEvents" | "processId">;

/** Rough size of an entry without its body and tags. */
const overheadBytes = 2_000;
const tagBytes = 100;
/** What changed again so soon is compressed faster. */
const shortMs = 10_000;
/** Changed where anything may have. */
const everything = "*";

export class ResponseCache {
  readonly counts = { hits: 0, misses: 0, invalidated: 0 };
  readonly #entries: LRUCache<string, Entry>;
  readonly #byTag = new TagIndex<Entry>();
  readonly #builds = new Map<string, Build>();
  readonly #events: Source;
  readonly #origin: () => string;

  constructor(events: Source, origin: () => string, maxBytes = 96 * 1024 * 1024) {
    this.#entries = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ response, tags }) =>
        response.body.length + overheadBytes + tags.length * tagBytes,
      dispose: (entry) => entry.untag(),
    });
    this.#events = events;
    this.#origin = origin;
    events.onEvents((changed) =>
      this.#invalidate(changed?.flatMap(({ tags }) => tags) ?? [everything]),
    );
  }

  /** onRequest hook of cached routes. */
  readonly lookUp = (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    const answer = () => {
      const known = this.#fresh(`${acceptedEncoding(request)} ${request.url}`);
      if (known) {
        this.counts.hits++;
        sendCached(request, reply, known.response);
      } else done();
    };
    // If catching up fails, nothing cached is fresh.
    if (mustBeCurrent(request, this.#origin(), this.#events.processId))
      void this.#events.catchUp().then(answer, answer);
    else answer();
  };

  async send(request: FastifyRequest, reply: FastifyReply, wanted: Cacheable) {
    return sendCached(request, reply, await this.#find(request, wanted));
  }

  get size(): { entries: number; bytes: number } {
    return { entries: this.#entries.size, bytes: this.#entries.calculatedSize };
  }

  #invalidate(tags: readonly string[]): void {
    const outdated = tags.includes(everything) ? this.#entries.values() : this.#byTag.find(tags);
    for (const entry of outdated) {
      entry.isFresh = false;
      entry.untag();
      this.counts.invalidated++;
    }
    for (const { changed } of this.#builds.values()) {
      for (const tag of tags) changed.add(tag);
    }
  }

  async #find(request: FastifyRequest, { key, build }: Cacheable): Promise<CachedResponse> {
    const encoding = acceptedEncoding(request);
    const [plainKey, ownKey] = [`identity ${key}`, `${encoding} ${key}`];
    if (this.#fresh(ownKey)) this.counts.hits++;
    else this.counts.misses++;
    const plain = () =>
      this.#get(plainKey, async () => {
        const { tags, isStored = true, ...content } = await build();
        return { tags, isStored, response: toEntry(content) };
      });
    try {
      if (encoding === "identity") return (await plain()).response;
      const encoded = await this.#get(ownKey, async () => {
        const { response, ...rest } = await plain();
        const former = this.#entries.peek(ownKey);
        const isShortLived = former !== undefined && former.builtAt > performance.now() - shortMs;
        return { ...rest, response: await encode(response, encoding, isShortLived) };
      });
      return encoded.response;
    } catch (error) {
      // Without the database an outdated response is better than none.
      const last = this.#entries.peek(ownKey) ?? this.#entries.peek(plainKey);
      if (!last || !isDatabaseUnreachable(error)) throw error;
      return last.response;
    }
  }

  async #get(key: string, build: () => Promise<Tagged>): Promise<Tagged> {
    for (;;) {
      const known = this.#fresh(key);
      if (known) return known;
      const running = this.#builds.get(key);
      if (!running) return this.#build(key, build);
      if (running.changed.size === 0) return running.result;
      // It began before a change that it may show. Waiting keeps builds one at a time.
      await running.result.catch(() => {});
    }
  }

  #build(key: string, build: () => Promise<Tagged>): Promise<Tagged> {
    const changed = new Set<string>();
    const result = build()
      .then((tagged) => {
        if (!tagged.isStored) {
          this.#entries.delete(key);
          return tagged;
        }
        const isFresh = !changed.has(everything) && !tagsOverlap(tagged.tags, changed);
        const builtAt = performance.now();
        const entry: Entry = { ...tagged, builtAt, isFresh, untag: () => {} };
        this.#entries.set(key, entry);
        if (isFresh && this.#entries.has(key)) entry.untag = this.#byTag.add(tagged.tags, entry);
        return tagged;
      })
      .finally(() => this.#builds.delete(key));
    this.#builds.set(key, { changed, result });
    return result;
  }

  /** While this process may miss changes, only responses without tags are fresh. */
  #fresh(key: string): Entry | undefined {
    const entry = this.#entries.get(key);
    if (!entry?.isFresh) return undefined;
    return entry.tags.length === 0 || this.#events.isCurrent() ? entry : undefined;
  }
}
