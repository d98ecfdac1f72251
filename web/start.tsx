import type { DehydratedState } from "@tanstack/react-query";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { createBrowserRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { keepSession } from "./identity/keep-session.ts";
import { stayLive } from "./live.ts";
import { PrefetchContext } from "./page-link.tsx";
import { createPrefetch } from "./prefetch.ts";
import { createQueryClient } from "./query-client.ts";
import { loadPageCode, routes } from "./router.tsx";
import { Shop } from "./shop.tsx";
import { readShopName } from "./shop-name.ts";

async function start(): Promise<void> {
  const client = createQueryClient();
  await loadPageCode(location.pathname);
  // The page is there, and where the browser scrolled it to: the router must not scroll it again.
  const router = createBrowserRouter(routes, { hydrationData: {} });

  startTransition(() => {
    hydrateRoot(
      document.getElementById("app") as HTMLElement,
      <Shop
        client={client}
        name={readShopName()}
        state={serverState()}
        // Until then the data must stay what the server rendered.
        onHydrated={() => keepSession(client, stayLive(client).listenAnew)}
      >
        <PrefetchContext value={createPrefetch(client)}>
          <RouterProvider router={router} />
        </PrefetchContext>
      </Shop>,
    );
  });
}

/** The data that the server rendered the page from. */
function serverState(): DehydratedState {
  return JSON.parse(document.getElementById("state")?.textContent || "{}");
}

void start();
