import type { FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { tagsOverlap } from "#contract/tags.ts";
import { isDatabaseUnreachable } from "#server/platform/database/database-errors.ts";
import type { Events } from "#server/platform/events/open-events.ts";
import { TagIndex } from "#server/platform/events/tag-index.ts";
import { withTimeout } from "#server/platform/processes/with-timeout.ts";
import {
  acceptedEncoding,
  type CachedResponse,
  type Content,
  type Encoding,
  encode,
  sendCached,
  toEntry,
} from "./cached-response.ts";
import { mustBeCurrent } from "./own-writes.ts";

/**
 * `tags`: of all that the response shows and follows; `until`: when it is another one in any case. What
 * is not stored is made for each request.
 */
export type TaggedContent = Content & {
  tags: readonly string[];
  until?: number;
  isStored?: boolean;
};
export type Cacheable = { key: string; build: () => Promise<TaggedContent> };
type Tagged = {
  response: CachedResponse;
  tags: readonly string[];
  until: number;
  isStored: boolean;
};
type Entry = Tagged & { builtAt: number; isFresh: boolean; untag: () => void };
type Wanted = {
  plainKey: string;
  ownKey: string;
  encoding: Encoding;
  build: Cacheable["build"];
};
type Build = { changed: Set<string>; result: Promise<Tagged> };
type Source = Pick<Events, "isCurrent" | "behindMs" | "catchUp" | "onEvents" | "processId">;

const overheadBytes = 2_000;
const tagBytes = 100;
/** What changed again so soon is compressed faster. */
const shortMs = 10_000;
const defaults = {
  maxBytes: 96 * 1024 * 1024,
  /** How long a request waits for the database while this process reads no changes. */
  outageWaitMs: 250,
};
/** Changed where anything may have. */
const everything = "*";

export class ResponseCache {
  readonly counts = { hits: 0, misses: 0, invalidated: 0 };
  readonly #entries: LRUCache<string, Entry>;
  readonly #byTag = new TagIndex<Entry>();
  readonly #builds = new Map<string, Build>();
  readonly #events: Source;
  readonly #origin: () => string;
  readonly #outageWaitMs: number;
  /** The last build took longer than requests wait in an outage, or still does. */
  #isSlow = false;

  constructor(events: Source, origin: () => string, options: Partial<typeof defaults> = {}) {
    const { maxBytes, outageWaitMs } = { ...defaults, ...options };
    this.#outageWaitMs = outageWaitMs;
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
    const isFresh = this.#fresh(ownKey) !== undefined;
    if (isFresh) this.counts.hits++;
    else this.counts.misses++;
    const last = () => this.#entries.peek(ownKey) ?? this.#entries.peek(plainKey);
    const current = () => this.#findCurrent({ plainKey, ownKey, encoding, build });
    const known = last();
    try {
      return await (known && !isFresh && this.#mayBeOutdated(request)
        ? this.#findSoon(known, current)
        : current());
    } catch (error) {
      // Without the database an outdated response is better than none.
      const kept = last();
      if (!kept || !isDatabaseUnreachable(error)) throw error;
      return this.#withAge(kept);
    }
  }

  async #findCurrent({ plainKey, ownKey, encoding, build }: Wanted): Promise<CachedResponse> {
    const plain = () =>
      this.#get(plainKey, async () => {
        const {
          tags,
          until = Number.POSITIVE_INFINITY,
          isStored = true,
          ...content
        } = await build();
        return { tags, until, isStored, response: toEntry(content) };
      });
    if (encoding === "identity") return (await plain()).response;
    const encoded = await this.#get(ownKey, async () => {
      const { response, ...rest } = await plain();
      const former = this.#entries.peek(ownKey);
      const isShortLived = former !== undefined && former.builtAt > performance.now() - shortMs;
      return { ...rest, response: await encode(response, encoding, isShortLived) };
    });
    return encoded.response;
  }

  /** Who has just changed something waits for the database instead. */
  #mayBeOutdated(request: FastifyRequest): boolean {
    const { processId } = this.#events;
    return !this.#events.isCurrent() && !mustBeCurrent(request, this.#origin(), processId);
  }

  /** What the database answers soon, or what was last known. Builds that hang are not repeated. */
  async #findSoon(known: Entry, current: () => Promise<CachedResponse>): Promise<CachedResponse> {
    if (this.#isSlow && this.#builds.size > 0) return this.#withAge(known);
    const building = current().then((response) => {
      this.#isSlow = false;
      return response;
    });
    return withTimeout(building, this.#isSlow ? 0 : this.#outageWaitMs, () => {
      this.#isSlow = true;
      building.catch(() => {});
      return this.#withAge(known);
    });
  }

  #withAge({ response, builtAt, isFresh }: Entry): CachedResponse {
    const ageMs = isFresh ? this.#events.behindMs() : performance.now() - builtAt;
    const age = `${Math.max(1, Math.round(ageMs / 1_000))}`;
    return { ...response, headers: { ...response.headers, age } };
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
    if (!entry?.isFresh || Date.now() >= entry.until) return undefined;
    return entry.tags.length === 0 || this.#events.isCurrent() ? entry : undefined;
  }
}
