import { notifyManager, useQueryClient } from "@tanstack/react-query";
import { useCallback, useSyncExternalStore } from "react";
import { useLocation, useMatches } from "react-router";
import { noSuchPage, type Page, type PageInput, readPageInput } from "./page.ts";

function usePageAndInput(): { page: Page; input: PageInput | undefined } {
  const match = useMatches().at(-1);
  const page = match?.handle as Page;
  return { page, input: readPageInput(page, match?.params ?? {}, useLocation().search) };
}

export function usePageInput(): PageInput {
  return usePageAndInput().input ?? { params: {}, query: {} };
}

/** Follows the page's data, which may come later than the page, and change. */
export function usePageAnswer(): { status: number; title: string } {
  const { page, input } = usePageAndInput();
  const client = useQueryClient();
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
