import type { ServerResponse } from "node:http";
import type { FastifyRequest } from "fastify";
import type { Topic } from "#contract/call.ts";
import type { liveCalls } from "#contract/live.ts";
import { refuse } from "#contract/refusals.ts";
import type { Identify } from "#server/http/access.ts";
import type { Handlers } from "#server/http/handler.ts";
import { Refused } from "#server/http/refused.ts";
import type { Shop } from "#server/shop.ts";

/** A change is told at once, and then at most this often: a busy hour must not be a storm. */
const calmDown = 200;
const heartbeatEvery = 15_000;
/**
 * A page may have been almost two seconds in a cache on its way (deploy/nginx), and clocks and
 * messages take their time: told twice is better than not told.
 */
const slack = 4_000;

/** So many at once; who comes then asks again a little later, and polls meanwhile. */
const mostStreams = 10_000;
/** Who lets this much wait unread is gone or too slow; they catch up when they come back. */
const mostUnread = 64 * 1024;

export function liveHandlers(
  { changes, stopping }: Shop,
  identify: Identify,
): Handlers<typeof liveCalls> {
  const isStillAdmin = async (request: FastifyRequest) => {
    const session = await identify(request).catch(() => null);
    return session?.person.role === "admin";
  };
  const open = new Set<ServerResponse>();
  /** Whether who listens is an admin, asked anew each time: rights may be taken away. */
  const admins = new Map<ServerResponse, () => Promise<boolean>>();
  /** Who else listens, and in which tabs: they are told when orders of theirs change. */
  const customers = new Map<string, Set<ServerResponse>>();
  const waiting = new Set<Topic>();
  const waitingOf = new Set<string>();
  let calm: NodeJS.Timeout | undefined;

  function tellWaiting() {
    if (waiting.size + waitingOf.size === 0) {
      calm = undefined;
      return;
    }
    for (const person of waitingOf) {
      for (const response of customers.get(person) ?? []) write(response, event("orders"));
    }
    waitingOf.clear();
    const changed = [...waiting];
    waiting.clear();
    tell(changed);
    calm = setTimeout(tellWaiting, calmDown).unref();
  }

  function tell(changed: Topic[]) {
    const forEveryone = changed.filter(isPublic).map(event).join("");
    if (forEveryone) for (const response of open) write(response, forEveryone);
    const forAdmins = changed.filter(isForAdmins).map(event).join("");
    if (!forAdmins) return;
    for (const [response, isAdmin] of admins) {
      void isAdmin().then((is) => {
        // The line of who is none any more ends with this news: their browser comes back as who
        // they are now, and so does one whose session has another cookie since.
        write(response, forAdmins);
        if (!is) response.end();
      });
    }
  }

  function tabsOf(person: string): Set<ServerResponse> {
    const tabs = customers.get(person) ?? new Set();
    customers.set(person, tabs);
    return tabs;
  }

  function leave(person: string, response: ServerResponse) {
    const tabs = customers.get(person);
    tabs?.delete(response);
    if (tabs?.size === 0) customers.delete(person);
  }

  function write(response: ServerResponse, message: string) {
    if (response.writable) response.write(message);
    if (response.writableLength > mostUnread) response.destroy();
  }

  changes.onChange((changed) => {
    for (const topic of changed) waiting.add(topic);
    if (!calm) tellWaiting();
  });
  changes.onOwnChange((person) => {
    for (const one of person ? [person] : customers.keys()) waitingOf.add(one);
    if (!calm) tellWaiting();
  });
  // Keeps intermediaries from closing the line, and shows up people who have left.
  const heart = setInterval(() => {
    for (const response of open) write(response, alive);
  }, heartbeatEvery).unref();
  stopping.addEventListener("abort", () => {
    clearInterval(heart);
    for (const response of open) response.end();
  });

  return {
    changes: (request, reply, { query }) => {
      if (open.size >= mostStreams) {
        throw new Refused(refuse("unavailable", "Too many are listening just now."));
      }
      const response = reply.raw;
      if (response.destroyed) return;
      reply.hijack();
      response.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        "content-type": "text/event-stream",
        "cache-control": "no-store",
        // Asks a reverse proxy not to hold events back.
        "x-accel-buffering": "no",
      });
      // Whoever comes while the shop stops has come by an old line, and finds another process next.
      if (request.method === "HEAD" || stopping.aborted) {
        response.end();
        return;
      }
      const { person } = request.caller;
      const age = query.age && Number(query.age) + slack;
      const missed = age ? changes.within(age) : [];
      const isAdmin = person?.role === "admin";
      const heard = isAdmin ? missed : missed.filter(isPublic);
      if (age && person && !isAdmin && changes.ownWithin(person._id, age)) heard.push("orders");
      response.write(heard.map(event).join("") + alive);
      open.add(response);
      if (isAdmin) admins.set(response, () => isStillAdmin(request));
      else if (person) tabsOf(person._id).add(response);
      response.once("close", () => {
        open.delete(response);
        admins.delete(response);
        if (person) leave(person._id, response);
      });
    },
  };
}

/** What changes among people and their orders is no news for everybody. */
const isForAdmins = (topic: Topic) => topic === "users" || topic === "orders";
const isPublic = (topic: Topic) => !isForAdmins(topic);

const alive = "event: alive\ndata:\n\n";

function event(topic: Topic): string {
  return `event: changed\ndata: ${topic}\n\n`;
}
