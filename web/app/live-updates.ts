// The server tells an open page of changes of what it shows. New values are put in place; other
// queries are fetched again. Without a connection, everything is fetched again now and then.
import type { Query, QueryClient } from "@tanstack/react-query";
import {
  everyOf,
  type LiveChange,
  ownOrders,
  partTag,
  tagKind,
  tagsOverlap,
} from "#contract/tags.ts";
import { readSession, refreshSession } from "#web/modules/identity/session.ts";
import { askForNewest } from "./call.ts";
import { showConnection } from "./connection-notice.tsx";
import { queryTags, shownTags, withValues } from "./shown-tags.ts";

const checkMs = 15_000;
/** The server sends a sign of life every 15 seconds. */
const maxSilenceMs = 35_000;
const reconnectMs = 1_000;
/** A restart of the server takes less. */
const toleratedMs = 5_000;
/** Shared caches (deploy/nginx) and the network delay a page, other processes of the shop an answer. */
const pageMarginMs = 4_000;
const answerMarginMs = 1_000;
/** A page that is opened begins several queries. */
const subscribeDelayMs = 100;

export type LiveUpdates = {
  /** Another person is signed in: what is pushed depends on who listens. */
  reconnect: () => void;
};

export function startLiveUpdates(client: QueryClient): LiveUpdates {
  const queries = client.getQueryCache();
  const refetch = createRefetch(client);
  const openedAt = documentFreshAt();
  let source: EventSource | undefined;
  let subscribed: string[] = [];
  let freshAt = openedAt;
  let isConnected = true;
  let noticing: ReturnType<typeof setTimeout> | undefined;
  let subscribing: ReturnType<typeof setTimeout> | undefined;

  function notice() {
    clearTimeout(noticing);
    noticing = undefined;
    showConnection(
      isConnected || document.hidden ? undefined : new Date(freshAt || performance.timeOrigin),
    );
  }

  function setConnected(next: boolean) {
    // Heard by use-place-order.tsx.
    if (next && !isConnected) dispatchEvent(new Event("reconnected"));
    isConnected = next;
    if (next) notice();
    else noticing ??= setTimeout(notice, toleratedMs);
  }

  function connect() {
    if (source || document.hidden) return;
    subscribed = shownTags(client);
    const age = Math.max(0, Math.ceil(Date.now() - freshAt));
    const opened = new EventSource(
      `/api/live?${new URLSearchParams({ age: `${age}`, shows: `${subscribed}` })}`,
    );
    source = opened;
    // Sent after all missed changes.
    opened.addEventListener("alive", () => {
      freshAt = Date.now() - answerMarginMs;
      setConnected(true);
    });
    opened.addEventListener("changed", ({ data }) => apply(JSON.parse(data)));
    opened.addEventListener("reset", refetchAll);
    opened.addEventListener("person-changed", () => {
      // The session may have ended in another browser.
      if (readSession()?.user) refreshSession();
    });
    opened.addEventListener("error", () => {
      // The browser would reconnect with the old age.
      disconnect();
      setConnected(false);
      setTimeout(connect, reconnectMs);
    });
  }

  function disconnect() {
    source?.close();
    source = undefined;
  }

  function reconnect() {
    disconnect();
    connect();
  }

  function apply({ tags, about, values }: LiveChange) {
    const changed = tags.map((tag) => (tagKind(tag) === tagKind(ownOrders) ? ownOrders : tag));
    const kinds = changed.filter((tag) => tag !== partTag(`${about}`));
    askForNewest();
    for (const query of queries.getAll()) {
      const shown = queryTags(query);
      if (!tagsOverlap(shown, changed)) continue;
      const { status, isInvalidated, fetchStatus, dataUpdatedAt: updatedAt } = query.state;
      // Sums and the order of lists depend on the values; and an answer that is on its way may be older.
      const isSum = ["basket", "checkout", "estimate"].includes(`${query.queryKey[0]}`);
      const isFollowed = tagsOverlap(shown, kinds);
      if (
        !values ||
        isSum ||
        isFollowed ||
        isInvalidated ||
        status !== "success" ||
        fetchStatus === "fetching"
      )
        refetch(query);
      if (about && values && !isInvalidated && status === "success") {
        client.setQueryData(query.queryKey, (data) => withValues(data, about, values), {
          updatedAt,
        });
      }
    }
  }

  function refetchAll() {
    askForNewest();
    for (const query of queries.getAll()) if (queryTags(query).length > 0) refetch(query);
  }

  /** The server tells of what the page holds, shown now or not. */
  function subscribe() {
    subscribing = undefined;
    const known = new Set(subscribed);
    const isKnown = (tag: string) => known.has(tag) || known.has(everyOf(tag) ?? tag);
    const added = queries.getAll().filter((one) => !queryTags(one).every(isKnown));
    if (added.length === 0) return;
    // What the document came with has no time.
    const times = added.map(({ state }) =>
      Math.max(state.dataUpdatedAt - answerMarginMs, openedAt),
    );
    freshAt = Math.min(freshAt, ...times);
    reconnect();
  }

  queries.subscribe(({ type }) => {
    if (type !== "updated" || !source || subscribing) return;
    subscribing = setTimeout(subscribe, subscribeDelayMs);
  });
  setInterval(() => {
    if (document.hidden) return;
    if (source?.readyState === EventSource.OPEN && Date.now() - freshAt < maxSilenceMs) return;
    reconnect();
    refetchAll();
  }, checkMs);
  // A hidden page holds no connection; it catches up when it is shown again.
  document.addEventListener("visibilitychange", () => (document.hidden ? disconnect() : connect()));
  // Browsers do not keep a page with an open connection for going back.
  addEventListener("pagehide", disconnect);
  addEventListener("pageshow", connect);
  connect();
  return { reconnect };
}

/**
 * Never cancels a running fetch, which under constant changes would never finish. It is repeated
 * afterwards instead.
 */
function createRefetch(client: QueryClient): (query: Query) => void {
  const repeat = new Set<Query>();
  const refetch = (query: Query) => {
    if (query.state.fetchStatus === "fetching") repeat.add(query);
    else void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
  };
  client.getQueryCache().subscribe(({ query }) => {
    if (query.state.fetchStatus !== "fetching" && repeat.delete(query)) refetch(query);
  });
  return refetch;
}

/** A page from the back/forward cache may be of any age. */
function documentFreshAt(): number {
  const [entry] = performance.getEntriesByType("navigation");
  const navigation = entry as PerformanceNavigationTiming | undefined;
  if (!navigation || navigation.type === "back_forward" || navigation.transferSize === 0) return 0;
  return performance.timeOrigin + navigation.requestStart - pageMarginMs;
}
