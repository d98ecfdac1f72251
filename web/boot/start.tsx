import type { DehydratedState } from "@tanstack/react-query";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { createBrowserRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { onBasketChangedElsewhere } from "#web/app/basket-mark.ts";
import { startLiveUpdates } from "#web/app/live-updates.ts";
import { tellOfMissingCode } from "#web/app/missing-code.ts";
import { PrefetchContext } from "#web/app/page-link.tsx";
import { createPrefetch } from "#web/app/prefetch.ts";
import { createQueryClient } from "#web/app/query-client.ts";
import { loadPageCode, routes } from "#web/app/router.tsx";
import { readShopLogo, readShopName } from "#web/app/shop-name.ts";
import { ShopProviders } from "#web/app/shop-providers.tsx";
import { readShopZone, setShopZone } from "#web/app/shop-zone.ts";
import { syncSession } from "#web/modules/identity/sync-session.ts";
import { readPictureHosts } from "#web/ui/picture.tsx";
import { moveWishesAtSignIn } from "./move-wishes-at-sign-in.ts";

async function start(): Promise<void> {
  tellOfMissingCode();
  setShopZone(readShopZone());
  const client = createQueryClient();
  const { pathname } = location;
  await loadPageCode(pathname);
  // Who went back meanwhile is at another address than the HTML of this page.
  if (location.pathname !== pathname) return location.reload();
  // The browser has restored the scroll position; the router must not scroll again.
  const router = createBrowserRouter(routes, { hydrationData: {} });

  startTransition(() => {
    hydrateRoot(
      document.getElementById("app") as HTMLElement,
      <ShopProviders
        client={client}
        name={readShopName()}
        logo={readShopLogo()}
        pictureHosts={readPictureHosts()}
        state={serverState()}
        // Until then the data must stay what the server rendered.
        onHydrated={() => {
          sendEarlySubmit();
          moveWishesAtSignIn(client);
          onBasketChangedElsewhere(() => {
            for (const topic of ["basket", "checkout", "estimate"])
              void client.invalidateQueries({ queryKey: [topic] });
          });
          syncSession(client, startLiveUpdates(client).reconnect);
        }}
      >
        <PrefetchContext value={createPrefetch(client)}>
          <RouterProvider router={router} />
        </PrefetchContext>
      </ShopProviders>,
    );
  });
}

function sendEarlySubmit(): void {
  const { earlySubmit: event } = window as { earlySubmit?: SubmitEvent };
  const form = event?.target as HTMLFormElement | undefined;
  // Prevented: it came late enough for the form's own code.
  if (event && form?.isConnected && !event.defaultPrevented) form.requestSubmit(event.submitter);
}

function serverState(): DehydratedState {
  return JSON.parse(document.getElementById("state")?.textContent || "{}");
}

void start();
