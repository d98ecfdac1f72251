// Fetches a page's code and data before it is opened, so that it is there when it is.
import type { QueryClient } from "@tanstack/react-query";
import { currentSession } from "./identity/session.ts";
import type { Intent } from "./page-link.tsx";
import { paths } from "./paths.ts";
import { fetchCode, matchAt } from "./router.tsx";

export type Fetchers = {
  /** As soon as a link is seen or pointed at; not for who asked to be spared. */
  onIntent: (path: string, intent: Intent) => void;
  /** The way there has begun. */
  onGo: (path: string) => void;
};

export function fetchersFor(client: QueryClient, renderAhead: (path: string) => void): Fetchers {
  let pointedAt: string | undefined;

  /** Answers whether the page at this address could be rendered now. */
  async function fetchPage(path: string, intent: Intent): Promise<boolean> {
    const { page, params } = matchAt(path);
    const user = currentSession()?.user;
    // Such a link leads to the login first.
    if (page.who && user === null) {
      await fetchPage(paths.login, intent);
      return false;
    }
    const goesThere = user && intent === "pointed-at";
    try {
      await Promise.all([
        fetchCode(page),
        page.needs?.(client),
        goesThere && page.ahead?.(client, user, params),
      ]);
    } catch {
      // What cannot be fetched now is fetched, and its failure shown, when the page is opened.
      return false;
    }
    return !page.who || !!user;
  }

  return {
    async onIntent(path, intent) {
      if (savesData() || showsFailure(client)) return;
      if (intent === "pointed-at") pointedAt = path;
      const isReady = await fetchPage(path, intent);
      if (isReady && intent === "pointed-at" && pointedAt === path) renderAhead(path);
    },
    onGo(path) {
      pointedAt = undefined;
      void fetchPage(path, "pointed-at");
    },
  };
}

/** What failed says so, with a way to try again, and must not change under a pointer that comes by. */
function showsFailure(client: QueryClient): boolean {
  const shown = client.getQueryCache().findAll({ type: "active" });
  return shown.some(({ state }) => state.status === "error");
}

/** Not every browser tells. */
function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData ?? false;
}
