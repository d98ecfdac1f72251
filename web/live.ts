// Keeps what is on the screen true: the server pushes that something changed, and the lists
// that show it are fetched again. Where no push comes through, they are asked for slowly.
import type { QueryClient } from "@tanstack/react-query";
import type { Topic } from "#contract/call.ts";

const topics: Topic[] = ["parts", "reviews"];
const pollEvery = 15_000;
const reconnectAfter = 1_000;

export function stayLive(client: QueryClient): void {
  let source: EventSource | undefined;
  // When the data on the screen was last known to be true: at first, when the page was asked for.
  const [navigation] = performance.getEntriesByType("navigation");
  let trueAt =
    performance.timeOrigin +
    (navigation instanceof PerformanceNavigationTiming ? navigation.requestStart : 0);

  function refresh(topic: Topic) {
    void client.invalidateQueries({ queryKey: [topic] });
  }

  function connect() {
    if (source || document.hidden) return;
    const age = Math.max(0, Math.ceil(Date.now() - trueAt));
    const opened = new EventSource(`/api/live?age=${age}`);
    source = opened;
    const heard = () => {
      trueAt = Date.now();
    };
    opened.addEventListener("open", heard);
    opened.addEventListener("alive", heard);
    opened.addEventListener("changed", (event) => {
      heard();
      refresh(event.data);
    });
    opened.addEventListener("error", () => {
      // The browser would reconnect with the old age; what was missed since must be told, too.
      disconnect();
      setTimeout(connect, reconnectAfter);
    });
  }

  function disconnect() {
    if (source?.readyState === EventSource.OPEN) trueAt = Date.now();
    source?.close();
    source = undefined;
  }

  setInterval(() => {
    if (document.hidden || source?.readyState === EventSource.OPEN) return;
    topics.forEach(refresh);
  }, pollEvery);
  // A page that nobody sees holds no connection; it catches up when it is seen again.
  document.addEventListener("visibilitychange", () => (document.hidden ? disconnect() : connect()));
  connect();
}
