import type { ServerResponse } from "node:http";
import type { Topic } from "#contract/call.ts";
import type { liveCalls } from "#contract/live.ts";
import { refuse } from "#contract/refusals.ts";
import type { Handlers } from "#server/http/handler.ts";
import { Refused } from "#server/http/refused.ts";
import type { Shop } from "#server/shop.ts";

/** A change is told at once, and then at most this often: a busy hour must not be a storm. */
const calmDown = 200;
const heartbeatEvery = 15_000;
/** Clocks and messages on their way: told twice is better than not told. */
const slack = 2_000;

/** So many at once; who comes then asks again a little later, and polls meanwhile. */
const mostStreams = 10_000;
/** Who lets this much wait unread is gone or too slow; they catch up when they come back. */
const mostUnread = 64 * 1024;

export function liveHandlers({ changes, stopping }: Shop): Handlers<typeof liveCalls> {
  const open = new Map<ServerResponse, Hears>();
  const waiting = new Set<Topic>();
  let calm: NodeJS.Timeout | undefined;

  function tellWaiting() {
    if (waiting.size === 0) {
      calm = undefined;
      return;
    }
    const changed = [...waiting];
    waiting.clear();
    tell(changed);
    calm = setTimeout(tellWaiting, calmDown).unref();
  }

  function tell(changed: Topic[]) {
    const forAdmins = messageOf(changed, hearsAll);
    const forEveryone = messageOf(changed, hearsPublic);
    send((hears) => (hears === hearsAll ? forAdmins : forEveryone));
  }

  function send(messageFor: (hears: Hears) => string) {
    for (const [response, hears] of open) {
      const message = messageFor(hears);
      if (message) response.write(message);
      if (response.writableLength > mostUnread) response.destroy();
    }
  }

  changes.onChange((changed) => {
    for (const topic of changed) waiting.add(topic);
    if (!calm) tellWaiting();
  });
  // Keeps intermediaries from closing the line, and shows up people who have left.
  const heart = setInterval(() => send(() => alive), heartbeatEvery).unref();
  stopping.addEventListener("abort", () => {
    clearInterval(heart);
    for (const response of open.keys()) response.end();
  });

  return {
    changes: (request, reply, { query }) => {
      if (open.size >= mostStreams || stopping.aborted) {
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
      if (request.method === "HEAD") {
        response.end();
        return;
      }
      const missed = query.age ? changes.within(Number(query.age) + slack) : [];
      const hears = request.caller.person?.role === "admin" ? hearsAll : hearsPublic;
      response.write(messageOf(missed, hears) + alive);
      open.set(response, hears);
      response.once("close", () => open.delete(response));
    },
  };
}

/** What changes among people is no news for everybody. */
type Hears = (topic: Topic) => boolean;
const hearsAll: Hears = () => true;
const hearsPublic: Hears = (topic) => topic !== "users";

function messageOf(changed: readonly Topic[], hears: Hears): string {
  return changed.filter(hears).map(event).join("");
}

const alive = "event: alive\ndata:\n\n";

function event(topic: Topic): string {
  return `event: changed\ndata: ${topic}\n\n`;
}
