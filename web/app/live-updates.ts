// Keeps what is on the screen true: the server pushes that something changed, and the lists
// that show it are fetched again. Where no push comes through, they are asked for slowly.
import type { QueryClient } from "@tanstack/react-query";
import type { Topic } from "#contract/call.ts";

/** What everybody may see; its lists survive a sign-out. */
export const publicTopics: readonly Topic[] = ["parts", "reviews"];
/** Only what is on the screen is fetched again, so nobody asks for what they may not see. */
const topics: readonly Topic[] = [...publicTopics, "users", "orders"];
const checkEvery = 15_000;
/** The server says every 15 seconds that it is there; a line that is silent longer is dead. */
const silence = 35_000;
const reconnectAfter = 1_000;

export type LiveUpdates = {
  /** Somebody else is signed in now: what is told depends on who listens. */
  listenAnew: () => void;
};

export function startLiveUpdates(client: QueryClient): LiveUpdates {
  const refresh = refresher(client);
  let source: EventSource | undefined;
  // When the data on the screen was last known to be true.
  let trueAt = documentTrueAt();

  function connect() {
    if (source || document.hidden) return;
    const age = Math.max(0, Math.ceil(Date.now() - trueAt));
    const opened = new EventSource(`/api/live?age=${age}`);
    source = opened;
    // The server tells first what was missed, then that it is there.
    opened.addEventListener("alive", () => {
      trueAt = Date.now();
    });
    opened.addEventListener("changed", (event) => refresh(event.data));
    opened.addEventListener("error", () => {
      // The browser would reconnect with the old age; what was missed since must be told, too.
      disconnect();
      setTimeout(connect, reconnectAfter);
    });
  }

  function disconnect() {
    source?.close();
    source = undefined;
  }

  setInterval(() => {
    if (document.hidden) return;
    if (source?.readyState === EventSource.OPEN && Date.now() - trueAt < silence) return;
    disconnect();
    connect();
    topics.forEach(refresh);
  }, checkEvery);
  // A page that nobody sees holds no connection; it catches up when it is seen again.
  document.addEventListener("visibilitychange", () => (document.hidden ? disconnect() : connect()));
  // Nor does one that is left: with a connection, the browser would not keep it for the way back.
  addEventListener("pagehide", disconnect);
  addEventListener("pageshow", connect);
  connect();
  return {
    listenAnew() {
      disconnect();
      connect();
    },
  };
}

/**
 * Fetches a topic's lists again, but never ends a fetch that is under way: in a storm of changes
 * nothing would ever arrive. What was being fetched when the change came is fetched once more.
 */
function refresher(client: QueryClient): (topic: Topic) => void {
  const again = new Set<Topic>();
  const refresh = (topic: Topic) => {
    const queryKey = [topic];
    if (client.isFetching({ queryKey }) > 0) again.add(topic);
    else void client.invalidateQueries({ queryKey });
  };
  client.getQueryCache().subscribe(() => {
    for (const topic of again) {
      if (client.isFetching({ queryKey: [topic] }) > 0) continue;
      again.delete(topic);
      refresh(topic);
    }
  });
  return refresh;
}

/** A document from the network was true when it was asked for; one from memory, who knows when. */
function documentTrueAt(): number {
  const [entry] = performance.getEntriesByType("navigation");
  const navigation = entry as PerformanceNavigationTiming | undefined;
  if (!navigation || navigation.type === "back_forward" || navigation.transferSize === 0) return 0;
  return performance.timeOrigin + navigation.requestStart;
}
