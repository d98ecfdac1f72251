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

/** Changes are sent at once, then at most this often. */
const minIntervalMs = 200;
const heartbeatMs = 15_000;
/** Added to a page's age: shared caches (deploy/nginx) and the network delay it. */
const ageMarginMs = 4_000;

/** A slower client is disconnected, and catches up when it reconnects. */
const maxUnreadBytes = 64 * 1024;

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
  /** Checked before each event, because rights may be revoked. */
  const admins = new Map<Socket, () => Promise<boolean>>();
  /** Connections by person, for changes of their own orders. */
  const customers = new Map<string, Set<Socket>>();
  const pendingTopics = new Set<Topic>();
  const pendingOwners = new Set<string>();
  let pause: NodeJS.Timeout | undefined;

  function sendPending() {
    if (pendingTopics.size + pendingOwners.size === 0) {
      pause = undefined;
      return;
    }
    for (const person of pendingOwners) {
      for (const socket of customers.get(person) ?? []) write(socket, encodeEvents("orders"));
    }
    pendingOwners.clear();
    const changed = [...pendingTopics];
    pendingTopics.clear();
    send(changed);
    pause = setTimeout(sendPending, minIntervalMs).unref();
  }

  function send(changed: Topic[]) {
    const forEveryone = changed.filter(isPublic);
    if (forEveryone.length > 0) {
      const bytes = encodeEvents(...forEveryone);
      for (const socket of open) write(socket, bytes);
    }
    const forAdmins = changed.filter(isForAdmins);
    if (forAdmins.length === 0) return;
    for (const [socket, isAdmin] of admins) {
      void isAdmin().then((is) => {
        if (is) return write(socket, encodeEvents(...forAdmins));
        // Not what changed, but that the page should ask again who it is.
        write(socket, encodeEvents("users"));
        socket.destroySoon();
      });
    }
  }

  function tabsOf(person: string): Set<Socket> {
    const tabs = customers.get(person) ?? new Set();
    customers.set(person, tabs);
    return tabs;
  }

  function removeTab(person: string, socket: Socket) {
    const tabs = customers.get(person);
    tabs?.delete(socket);
    if (tabs?.size === 0) customers.delete(person);
  }

  function write(socket: Socket, bytes: Buffer) {
    if (socket.writable) socket.write(bytes);
    if (socket.writableLength > maxUnreadBytes) socket.destroy();
  }

  changes.onChange((changed) => {
    for (const topic of changed) pendingTopics.add(topic);
    if (!pause) sendPending();
  });
  changes.onOwnerChange((person) => {
    for (const one of person ? [person] : customers.keys()) pendingOwners.add(one);
    if (!pause) sendPending();
  });
  // Keeps proxies from closing the connection, and detects closed ones.
  const heartbeat = setInterval(() => {
    for (const socket of open) write(socket, heartbeatBytes);
  }, heartbeatMs).unref();
  stopping.addEventListener("abort", () => {
    clearInterval(heartbeat);
    for (const socket of open) socket.destroySoon();
  });

  return {
    changes: (request, reply, { query }) => {
      if (open.size >= most) {
        reply.header("connection", "close");
        throw new RefusalError(
          refuse("unavailable", "Too many pages are open right now. Please try again shortly."),
        );
      }
      reply.hijack();
      const headers = {
        ...(reply.getHeaders() as Record<string, string>),
        "content-type": "text/event-stream",
        "cache-control": "no-store",
        // Disables buffering in reverse proxies.
        "x-accel-buffering": "no",
      };
      // While stopping, the browser reconnects to another process.
      if (request.method === "HEAD" || stopping.aborted) {
        reply.raw.writeHead(200, headers).end();
        return;
      }
      const { person } = request.caller;
      const age = query.age && Number(query.age) + ageMarginMs;
      const missed = age ? changes.changedWithin(age) : [];
      const isAdmin = person?.role === "admin";
      const events = isAdmin ? missed : missed.filter(isPublic);
      if (age && person && !isAdmin && changes.ownerChangedWithin(person._id, age))
        events.push("orders");
      const socket = openEventStream(reply.raw, headers, events.map(event).join("") + alive);
      if (socket) subscribe(socket, person, isAdmin ? () => isStillAdmin(request) : undefined);
    },
  };

  /** Keeps as little of the request as possible in memory. */
  function subscribe(socket: Socket, person: Person | null, isAdmin?: () => Promise<boolean>) {
    const { _id: id } = person ?? {};
    open.add(socket);
    metrics?.liveConnections.set(open.size);
    if (isAdmin) admins.set(socket, isAdmin);
    else if (id) tabsOf(id).add(socket);
    socket.once("close", () => {
      open.delete(socket);
      metrics?.liveConnections.set(open.size);
      admins.delete(socket);
      if (id) removeTab(id, socket);
    });
  }
}

const isForAdmins = (topic: Topic) => topic === "users" || topic === "orders";
const isPublic = (topic: Topic) => !isForAdmins(topic);

const alive = "event: alive\ndata:\n\n";
const heartbeatBytes = Buffer.from(alive);

function event(topic: Topic): string {
  return `event: changed\ndata: ${topic}\n\n`;
}

function encodeEvents(...topics: Topic[]): Buffer {
  return Buffer.from(topics.map(event).join(""));
}
