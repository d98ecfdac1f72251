import type { DehydratedState } from "@tanstack/react-query";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { createBrowserRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { stayLive } from "#web/app/live.ts";
import { PrefetchContext } from "#web/app/page-link.tsx";
import { createPrefetch } from "#web/app/prefetch.ts";
import { createQueryClient } from "#web/app/query-client.ts";
import { loadPageCode, routes } from "#web/app/router.tsx";
import { Shop } from "#web/app/shop.tsx";
import { readShopName } from "#web/app/shop-name.ts";
import { keepSession } from "#web/modules/identity/keep-session.ts";

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
