import type { QueryClient } from "@tanstack/react-query";
import { matchRoutes } from "react-router";
import { readSession } from "#web/modules/identity/session.ts";
import { type Page, readPageInput } from "./page.ts";
import { noteFailedPrefetch } from "./page-failure.tsx";
import { paths } from "./paths.ts";
import { loadPageCode, routes, signedInOnly } from "./router.tsx";

export function createPrefetch(client: QueryClient): (path: string) => void {
  return (path) => {
    if (savesData() || showsFailure(client)) return;
    // A failure is shown when the page is opened.
    prefetchPage(client, path).catch(() => {});
  };
}

async function prefetchPage(client: QueryClient, path: string): Promise<void> {
  const user = readSession()?.user;
  const matches = matchRoutes(routes, path) ?? [];
  const needsSession = matches.some(({ route }) => route.id === signedInOnly);
  if (needsSession && user === null) return loadPageCode(paths.login);
  const last = matches.at(-1);
  const page: Page | undefined = last?.route.handle;
  const input =
    page && readPageInput(page, last?.params ?? {}, new URL(path, location.href).search);
  await Promise.all([
    loadPageCode(path).catch((error) => {
      noteFailedPrefetch(new URL(path, location.href).pathname);
      throw error;
    }),
    input && page.publicData?.(client, input),
    user && page?.privateData?.(client, user, last?.params ?? {}),
  ]);
}

/** A failed query on the screen must not restart because the pointer passes a link. */
function showsFailure(client: QueryClient): boolean {
  const active = client.getQueryCache().findAll({ type: "active" });
  return active.some(({ state }) => state.status === "error");
}

/** Not all browsers have `connection`. */
function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData ?? false;
}
