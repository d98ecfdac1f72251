import { notifyManager, useQueryClient } from "@tanstack/react-query";
import { useCallback, useSyncExternalStore } from "react";
import { useMatches } from "react-router";
import { noSuchPage, type Page } from "./page.ts";
import { readPageInput } from "./page-address.ts";

/** Follows the page's data, which may come later than the page, and change. */
export function usePageAnswer(): { status: number; title: string } {
  const match = useMatches().at(-1);
  const page = match?.handle as Page;
  const client = useQueryClient();
  const input = readPageInput(page, match?.params ?? {});
  const read = () => {
    if (!input) return noSuchPage;
    return page.answer?.(client, input) ?? { status: 200, title: page.title };
  };
  const subscribe = useCallback(
    (onChange: () => void) => client.getQueryCache().subscribe(notifyManager.batchCalls(onChange)),
    [client],
  );
  const readTitle = () => read().title;
  const readStatus = () => read().status;
  return {
    status: useSyncExternalStore(subscribe, readStatus, readStatus),
    title: useSyncExternalStore(subscribe, readTitle, readTitle),
  };
}
