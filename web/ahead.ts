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

/** Milliseconds. Who crosses a link on the way to another does not stand still on it. */
const rest = 50;
/** So long, what was made ready for somebody may be kept. */
const kept = 60_000;

type Ahead = { render(path: string): void; drop(): void };

export function fetchersFor(client: QueryClient, ahead: () => Ahead): Fetchers {
  let pointedAt: string | undefined;
  let forgetting: ReturnType<typeof setTimeout> | undefined;

  /** Answers whether the page at this address could be rendered, with what could be fetched for it. */
  async function fetchPage(path: string, intent: Intent): Promise<boolean> {
    const { page, params } = matchAt(path);
    const user = currentSession()?.user;
    // Such a link leads to the login first.
    if (page.who && user === null) {
      await fetchPage(paths.login, intent);
      return false;
    }
    const ofPerson = user && intent === "pointed-at";
    try {
      await Promise.all([
        fetchCode(page),
        page.needs?.(client),
        ofPerson && page.ahead?.(client, user, params),
      ]);
    } catch {
      // What cannot be fetched now is fetched, and its failure shown, when the page is opened.
      return false;
    }
    return !page.who || !!user;
  }

  async function makeReady(path: string): Promise<void> {
    pointedAt = path;
    const [isThere] = await Promise.all([fetchPage(path, "pointed-at"), pointerRests()]);
    if (!isThere || pointedAt !== path) return;
    ahead().render(path);
    clearTimeout(forgetting);
    forgetting = setTimeout(() => ahead().drop(), kept);
  }

  return {
    onIntent(path, intent) {
      if (intent === "left" && pointedAt === path) pointedAt = undefined;
      if (intent === "left" || savesData() || showsFailure(client)) return;
      void (intent === "seen" ? fetchPage(path, intent) : makeReady(path));
    },
    onGo(path) {
      pointedAt = undefined;
      void fetchPage(path, "pointed-at");
    },
  };
}

let moved = 0;
addEventListener("pointermove", () => {
  moved = performance.now();
});

async function pointerRests(): Promise<void> {
  for (let left = rest; left > 0; left = moved + rest - performance.now()) {
    await new Promise((resolve) => setTimeout(resolve, left));
  }
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
