import type { Socket } from "node:net";
import type { FastifyRequest } from "fastify";
import type { Topic } from "#contract/call.ts";
import type { Person } from "#contract/identity.ts";
import type { liveCalls } from "#contract/live.ts";
import { refuse } from "#contract/refusals.ts";
import type { Context } from "#server/context.ts";
import type { Identify } from "#server/platform/http/access.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { RefusalError } from "#server/platform/http/refusal-error.ts";
import { maxLiveConnections } from "./max-live-connections.ts";
import { openEventStream } from "./open-event-stream.ts";

/** A change is told at once, and then at most this often: a busy hour must not be a storm. */
const calmDown = 200;
const heartbeatEvery = 15_000;
/**
 * A page may have been almost two seconds in a cache on its way (deploy/nginx), and clocks and
 * messages take their time: told twice is better than not told.
 */
const slack = 4_000;

/** Who lets this much wait unread is gone or too slow; they catch up when they come back. */
const mostUnread = 64 * 1024;

export function liveHandlers(
  { changes, metrics, stopping }: Context,
  identify: Identify,
): Handlers<typeof liveCalls> {
  const isStillAdmin = async (request: FastifyRequest) => {
    const session = await identify(request).catch(() => null);
    return session?.person.role === "admin";
  };
  const most = maxLiveConnections();
  const open = new Set<Socket>();
  /** Whether who listens is an admin, asked anew each time: rights may be taken away. */
  const admins = new Map<Socket, () => Promise<boolean>>();
  /** Who else listens, and in which tabs: they are told when orders of theirs change. */
  const customers = new Map<string, Set<Socket>>();
  const waiting = new Set<Topic>();
  const waitingOf = new Set<string>();
  let calm: NodeJS.Timeout | undefined;

  function tellWaiting() {
    if (waiting.size + waitingOf.size === 0) {
      calm = undefined;
      return;
    }
    for (const person of waitingOf) {
      for (const line of customers.get(person) ?? []) write(line, news("orders"));
    }
    waitingOf.clear();
    const changed = [...waiting];
    waiting.clear();
    tell(changed);
    calm = setTimeout(tellWaiting, calmDown).unref();
  }

  function tell(changed: Topic[]) {
    const forEveryone = changed.filter(isPublic);
    if (forEveryone.length > 0) {
      const bytes = news(...forEveryone);
      for (const line of open) write(line, bytes);
    }
    const forAdmins = changed.filter(isForAdmins);
    if (forAdmins.length === 0) return;
    for (const [line, isAdmin] of admins) {
      void isAdmin().then((is) => {
        // The line of who is none any more ends with this news: their browser comes back as who
        // they are now, and so does one whose session has another cookie since.
        write(line, news(...forAdmins));
        if (!is) line.destroySoon();
      });
    }
  }

  function tabsOf(person: string): Set<Socket> {
    const tabs = customers.get(person) ?? new Set();
    customers.set(person, tabs);
    return tabs;
  }

  function leave(person: string, line: Socket) {
    const tabs = customers.get(person);
    tabs?.delete(line);
    if (tabs?.size === 0) customers.delete(person);
  }

  function write(line: Socket, bytes: Buffer) {
    if (line.writable) line.write(bytes);
    if (line.writableLength > mostUnread) line.destroy();
  }

  changes.onChange((changed) => {
    for (const topic of changed) waiting.add(topic);
    if (!calm) tellWaiting();
  });
  changes.onOwnerChange((person) => {
    for (const one of person ? [person] : customers.keys()) waitingOf.add(one);
    if (!calm) tellWaiting();
  });
  // Keeps intermediaries from closing the line, and shows up people who have left.
  const heart = setInterval(() => {
    for (const line of open) write(line, aliveBytes);
  }, heartbeatEvery).unref();
  stopping.addEventListener("abort", () => {
    clearInterval(heart);
    for (const line of open) line.destroySoon();
  });

  return {
    changes: (request, reply, { query }) => {
      if (open.size >= most) {
        // They would keep the place of those who listen.
        reply.header("connection", "close");
        throw new RefusalError(refuse("unavailable", "Too many are listening just now."));
      }
      reply.hijack();
      const headers = {
        ...(reply.getHeaders() as Record<string, string>),
        "content-type": "text/event-stream",
        "cache-control": "no-store",
        // Asks a reverse proxy not to hold events back.
        "x-accel-buffering": "no",
      };
      // Whoever comes while the shop stops has come by an old line, and finds another process next.
      if (request.method === "HEAD" || stopping.aborted) {
        reply.raw.writeHead(200, headers).end();
        return;
      }
      const { person } = request.caller;
      const age = query.age && Number(query.age) + slack;
      const missed = age ? changes.changedWithin(age) : [];
      const isAdmin = person?.role === "admin";
      const heard = isAdmin ? missed : missed.filter(isPublic);
      if (age && person && !isAdmin && changes.ownerChangedWithin(person._id, age))
        heard.push("orders");
      const line = openEventStream(reply.raw, headers, heard.map(event).join("") + alive);
      if (line) listen(line, person, isAdmin ? () => isStillAdmin(request) : undefined);
    },
  };

  /** Holds nothing of the request but what it must. */
  function listen(line: Socket, person: Person | null, isAdmin?: () => Promise<boolean>) {
    const { _id: id } = person ?? {};
    open.add(line);
    metrics?.liveConnections.set(open.size);
    if (isAdmin) admins.set(line, isAdmin);
    else if (id) tabsOf(id).add(line);
    line.once("close", () => {
      open.delete(line);
      metrics?.liveConnections.set(open.size);
      admins.delete(line);
      if (id) leave(id, line);
    });
  }
}

/** What changes among people and their orders is no news for everybody. */
const isForAdmins = (topic: Topic) => topic === "users" || topic === "orders";
const isPublic = (topic: Topic) => !isForAdmins(topic);

const alive = "event: alive\ndata:\n\n";
const aliveBytes = Buffer.from(alive);

function event(topic: Topic): string {
  return `event: changed\ndata: ${topic}\n\n`;
}

/** Made once, and written to everybody as it is. */
function news(...topics: Topic[]): Buffer {
  return Buffer.from(topics.map(event).join(""));
}
