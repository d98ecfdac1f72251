import type { FastifyRequest } from "fastify";
import type { liveCalls } from "#contract/live.ts";
import { Refusal, refuse } from "#contract/refusals.ts";
import { isPublicTag } from "#contract/tags.ts";
import type { Context } from "#server/context.ts";
import type { Identify } from "#server/platform/http/access.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { RefusalError } from "#server/platform/http/refusal-error.ts";
import { shareOf } from "#server/platform/rate-limits/limit-keys.ts";
import { HeldConnections } from "./held-connections.ts";
import { type Bound, liveBounds } from "./live-bounds.ts";
import { LiveTabs, missedMessages, personChangedMessage, resetMessage } from "./live-tabs.ts";
import { maxLiveConnections } from "./max-live-connections.ts";
import { openEventStream } from "./open-event-stream.ts";

const heartbeatMs = 15_000;

const alive = "event: alive\ndata:\n\n";
/** Keeps proxies from closing the connection, without the promise that nothing was missed. */
const comment = ":\n\n";

const tooManyOfOne = refuse(
  "too-many",
  "Too many pages of the shop are open at once. This one is up to date when you reload it.",
  undefined,
  heartbeatMs / 1_000,
);
const tooManyInAll = refuse(
  "unavailable",
  "Too many pages are open right now. Please try again shortly.",
);

export function liveHandlers(
  { events, metrics, stopping }: Context,
  identify: Identify,
): Handlers<typeof liveCalls> {
  const most = maxLiveConnections();
  const tabs = new LiveTabs();
  const byHolder = new HeldConnections();
  const byShare = new HeldConnections();

  events.onEvents((changed) => tabs.publish(changed));
  const heartbeat = setInterval(
    () => tabs.sendToAll(Buffer.from(events.isCurrent() ? alive : comment)),
    heartbeatMs,
  ).unref();
  stopping.addEventListener("abort", () => {
    clearInterval(heartbeat);
    tabs.end();
  });

  return {
    changes: (request, reply, { query: { shows = [], age } }) => {
      const { person, session } = request.caller;
      const bounds = liveBounds(request.caller, most);
      const share = shareOf(request.caller);
      const refusal = boundProblem(bounds, share);
      if (refusal) {
        reply.header("connection", "close");
        throw new RefusalError(refusal);
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
      const tab = { person: person && { _id: person._id, role: person.role }, shows };
      const recheck = rechecker(request);
      const missed = age ? events.within(Number(age)) : [];
      // A page that shows personal things does not know that its session is over.
      const isSignedOut = !person && !shows.every(isPublicTag);
      const changes = missed ? missedMessages({ ...tab, recheck }, missed) : resetMessage;
      const first = isSignedOut ? personChangedMessage : changes;
      const stream = reply.raw;
      if (!openEventStream(stream, headers, first + alive)) return;
      tabs.add({ stream, session, ...tab, recheck });
      for (const { holder } of bounds) byHolder.add(holder, stream);
      byShare.add(share, stream);
      metrics?.liveConnections.set(tabs.size);
      stream.once("close", () => metrics?.liveConnections.set(tabs.size));
    },
  };

  function boundProblem(bounds: Bound[], share: string) {
    if (bounds.some((bound) => byHolder.count(bound.holder) >= bound.most)) return tooManyOfOne;
    if (tabs.size >= most && !byShare.takeFromLargest(share)) return tooManyInAll;
    return undefined;
  }

  function rechecker({ headers: { cookie, authorization } }: FastifyRequest) {
    const headers = { ...(cookie && { cookie }), ...(authorization && { authorization }) };
    return async () => {
      const found = await identify({ headers });
      return found instanceof Refusal ? null : (found?.person ?? null);
    };
  }
}
