// The server pushes changes and the lists that show them are fetched again. Without a connection,
// they are polled slowly.
import type { QueryClient } from "@tanstack/react-query";
import type { Topic } from "#contract/call.ts";

const topics: readonly Topic[] = ["parts", "reviews", "users", "orders"];
const checkMs = 15_000;
/** The server sends a sign of life every 15 seconds. */
const maxSilenceMs = 35_000;
const reconnectMs = 1_000;

export type LiveUpdates = {
  /** Another person is signed in: what is pushed depends on who listens. */
  reconnect: () => void;
};

export function startLiveUpdates(client: QueryClient): LiveUpdates {
  const refresh = createRefresher(client);
  let source: EventSource | undefined;
  let freshAt = documentFreshAt();

  function connect() {
    if (source || document.hidden) return;
    const age = Math.max(0, Math.ceil(Date.now() - freshAt));
    const opened = new EventSource(`/api/live?age=${age}`);
    source = opened;
    // Sent after all missed changes.
    opened.addEventListener("alive", () => {
      freshAt = Date.now();
    });
    opened.addEventListener("changed", (event) => refresh(event.data));
    opened.addEventListener("error", () => {
      // The browser would reconnect with the old age.
      disconnect();
      setTimeout(connect, reconnectMs);
    });
  }

  function disconnect() {
    source?.close();
    source = undefined;
  }

  setInterval(() => {
    if (document.hidden) return;
    if (source?.readyState === EventSource.OPEN && Date.now() - freshAt < maxSilenceMs) return;
    disconnect();
    connect();
    topics.forEach(refresh);
  }, checkMs);
  // A hidden page holds no connection; it catches up when it is shown again.
  document.addEventListener("visibilitychange", () => (document.hidden ? disconnect() : connect()));
  // Browsers do not keep a page with an open connection for going back.
  addEventListener("pagehide", disconnect);
  addEventListener("pageshow", connect);
  connect();
  return {
    reconnect() {
      disconnect();
      connect();
    },
  };
}

/**
 * Never cancels a running fetch, which under constant changes would never finish. It is repeated
 * afterwards instead.
 */
function createRefresher(client: QueryClient): (topic: Topic) => void {
  const repeat = new Set<Topic>();
  const refresh = (topic: Topic) => {
    const queryKey = [topic];
    if (client.isFetching({ queryKey }) > 0) repeat.add(topic);
    else void client.invalidateQueries({ queryKey });
  };
  client.getQueryCache().subscribe(() => {
    for (const topic of repeat) {
      if (client.isFetching({ queryKey: [topic] }) > 0) continue;
      repeat.delete(topic);
      refresh(topic);
    }
  });
  return refresh;
}

/** A page from the back/forward cache may be of any age. */
function documentFreshAt(): number {
  const [entry] = performance.getEntriesByType("navigation");
  const navigation = entry as PerformanceNavigationTiming | undefined;
  if (!navigation || navigation.type === "back_forward" || navigation.transferSize === 0) return 0;
  return performance.timeOrigin + navigation.requestStart;
}
