import type { ServerResponse } from "node:http";
import type { Topic } from "#contract/call.ts";
import type { liveCalls } from "#contract/live.ts";
import type { Handlers } from "#server/http/handler.ts";
import type { Shop } from "#server/shop.ts";

/** A change is told at once, and then at most this often: a busy hour must not be a storm. */
const calmDown = 200;
const heartbeatEvery = 15_000;
/** Clocks and messages on their way: told twice is better than not told. */
const slack = 2_000;

export function liveHandlers({ changes }: Shop): Handlers<typeof liveCalls> {
  const open = new Set<ServerResponse>();
  const waiting = new Set<Topic>();
  let calm: NodeJS.Timeout | undefined;

  function tellWaiting() {
    if (waiting.size === 0) {
      calm = undefined;
      return;
    }
    const message = [...waiting].map(event).join("");
    waiting.clear();
    for (const response of open) response.write(message);
    calm = setTimeout(tellWaiting, calmDown).unref();
  }

  changes.onChange((changed) => {
    for (const topic of changed) waiting.add(topic);
    if (!calm) tellWaiting();
  });
  // Keeps intermediaries from closing the line, and shows up people who have left.
  setInterval(() => {
    for (const response of open) response.write("event: alive\ndata:\n\n");
  }, heartbeatEvery).unref();

  return {
    changes: (request, reply, { query }) => {
      reply.hijack();
      const response = reply.raw;
      response.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        "content-type": "text/event-stream",
        "cache-control": "no-store",
        // Asks a reverse proxy not to hold events back.
        "x-accel-buffering": "no",
      });
      const missed = changes.within(Number(query.age ?? 0) + slack);
      response.write(`retry: 1000\n\n${query.age ? missed.map(event).join("") : ""}`);
      open.add(response);
      request.raw.once("close", () => open.delete(response));
    },
  };
}

function event(topic: Topic): string {
  return `event: changed\ndata: ${topic}\n\n`;
}
