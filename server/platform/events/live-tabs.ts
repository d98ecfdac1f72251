import type { ServerResponse } from "node:http";
import type { Person } from "#contract/identity.ts";
import {
  everyOf,
  isPublicTag,
  type LiveChange,
  ordersOf,
  orderTag,
  ownOrders,
  tagKind,
  tagsOverlap,
  userTag,
} from "#contract/tags.ts";
import type { ShopEvent } from "./outbox.ts";
import { TagIndex } from "./tag-index.ts";

const minIntervalMs = 200;
/** A slower client is disconnected, and catches up when it reconnects. */
const maxUnreadBytes = 64 * 1024;

/** Who listens now: rights may be revoked while the connection is open. */
export type Recheck = () => Promise<Pick<Person, "_id" | "role"> | null>;
export type Tab = {
  stream: ServerResponse;
  person: Pick<Person, "_id" | "role"> | null;
  session: string | null;
  shows: readonly string[];
  recheck: Recheck;
};

export const resetMessage = "event: reset\ndata:\n\n";
/** To a page that was made for somebody else, or for somebody with other rights. */
export const personChangedMessage = `${resetMessage}event: person-changed\ndata:\n\n`;

export class LiveTabs {
  readonly #tabs = new TagIndex<Tab>();
  readonly #open = new Set<Tab>();
  readonly #pending = new Map<string, ShopEvent>();
  #pause: NodeJS.Timeout | undefined;

  get size(): number {
    return this.#open.size;
  }

  add(tab: Tab): void {
    const remove = this.#tabs.add(subscribedTags(tab), tab);
    this.#open.add(tab);
    tab.stream.once("close", () => {
      remove();
      this.#open.delete(tab);
    });
  }

  publish(events: readonly ShopEvent[] | undefined): void {
    if (!events) {
      this.sendToAll(Buffer.from(resetMessage));
      return;
    }
    for (const event of events) {
      const key = `${event.name} ${event.about}`;
      const earlier = this.#pending.get(key);
      this.#pending.delete(key);
      this.#pending.set(key, earlier ? withTagsOf(earlier, event) : event);
    }
    if (!this.#pause) this.#sendPending();
  }

  sendToAll(bytes: Buffer): void {
    for (const { stream } of this.#open) write(stream, bytes);
  }

  end(): void {
    for (const { stream } of this.#open) stream.end();
  }

  #sendPending(): void {
    this.#pause = undefined;
    if (this.#pending.size === 0) return;
    const personal = new Map<Tab, ShopEvent[]>();
    for (const event of this.#pending.values()) {
      const tabs = this.#tabs.find(event.tags);
      if (isPublic(event)) {
        const bytes = Buffer.from(toMessage(event));
        for (const { stream } of tabs) write(stream, bytes);
      } else {
        for (const tab of tabs) {
          if (event.data.toldIn !== tab.session)
            personal.set(tab, [...(personal.get(tab) ?? []), event]);
        }
      }
    }
    this.#pending.clear();
    for (const [tab, events] of personal) void sendPersonal(tab, events);
    this.#pause = setTimeout(() => this.#sendPending(), minIntervalMs).unref();
  }
}

/** Both are sent as one event, which reaches the readers of either. */
function withTagsOf(earlier: ShopEvent, event: ShopEvent): ShopEvent {
  const { toldIn, ...data } = event.data;
  return {
    ...event,
    tags: [...new Set([...earlier.tags, ...event.tags])],
    data: toldIn === earlier.data.toldIn ? event.data : data,
  };
}

async function sendPersonal({ stream, person, recheck }: Tab, events: ShopEvent[]): Promise<void> {
  const now = await recheck().catch(() => null);
  const isSame = now?._id === person?._id && now?.role === person?.role;
  if (isSame) {
    const seen = events.filter((event) => maySee(person, event));
    write(stream, Buffer.from(seen.map(toMessage).join("")));
    return;
  }
  // Not told what changed: the page fetches what it may still see, and reconnects as who it is now.
  write(stream, Buffer.from(personChangedMessage));
  stream.end();
}

function write(stream: ServerResponse, bytes: Buffer): void {
  if (!stream.writableEnded) stream.write(bytes);
  if (stream.writableLength > maxUnreadBytes) stream.destroy();
}

export function missedMessages(
  { person, shows }: Omit<Tab, "stream" | "session">,
  events: ShopEvent[],
): string {
  const own = person ? [userTag(person._id)] : [];
  // The page was made for somebody with other rights.
  if (events.some((event) => tagsOverlap(event.tags, own) && !maySee(person, event)))
    return personChangedMessage;
  const tab = new TagIndex<true>();
  tab.add(subscribedTags({ person, shows }), true);
  return events
    .filter((event) => (isPublic(event) || maySee(person, event)) && tab.find(event.tags).size > 0)
    .map(toMessage)
    .join("");
}

const isPublic = ({ tags }: ShopEvent) => tags.every(isPublicTag);

function maySee(person: Tab["person"], { tags }: ShopEvent): boolean {
  if (!person) return false;
  return person.role === "admin" || tags.some((tag) => tag === ordersOf(person._id));
}

/** Customers see their own orders only, so nothing else personal is looked for. */
function subscribedTags({ person, shows }: Pick<Tab, "person" | "shows">): string[] {
  const ownId = person && ordersOf(person._id);
  const shown = shows.flatMap((tag) => {
    if (isPublicTag(tag)) return [tag];
    if (tag === ownOrders) return ownId ? [ownId] : [];
    if (person?.role === "admin") return [tag];
    return ownId && tagKind(tag) === tagKind(orderTag("")) && tag !== everyOf(tag) ? [tag] : [];
  });
  // A person's own rights decide about everything else.
  return person ? [...shown, userTag(person._id)] : shown;
}

/** Lists of orders change with any value of one, so they are fetched again. */
function toMessage(event: ShopEvent): string {
  const { tags, about, data } = event;
  const hasValues = isPublic(event) && Object.keys(data).length > 0;
  const change: LiveChange = { tags, ...(hasValues && { about, values: data }) };
  return `event: changed\ndata: ${JSON.stringify(change)}\n\n`;
}
