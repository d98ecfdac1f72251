import type { DehydratedState } from "@tanstack/react-query";
import { hydrateRoot } from "react-dom/client";
import { createBrowserRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import "./look/look.css";
import { keepSession } from "./identity/keep-session.ts";
import { stayLive } from "./live.ts";
import { warmWith } from "./page-link.tsx";
import { createQueryClient } from "./query-client.ts";
import { createRoutes, loadPage, pageAt } from "./router.tsx";
import { Shop } from "./shop.tsx";
import { readShopName } from "./shop-name.ts";

async function start(): Promise<void> {
  const client = createQueryClient();
  const page = pageAt(location.pathname);
  const router = createBrowserRouter(createRoutes(await loadPage(page)));

  warmWith((path) => {
    const next = pageAt(path);
    void loadPage(next);
    void next.needs?.(client);
  });
  hydrateRoot(
    document.getElementById("app") as HTMLElement,
    <Shop client={client} name={readShopName()} state={stateOfPage()}>
      <RouterProvider router={router} />
    </Shop>,
  );
  keepSession(client, stayLive(client).listenAnew);
}

/** The data that the server rendered the page from. */
function stateOfPage(): DehydratedState {
  return JSON.parse(document.getElementById("state")?.textContent || "{}");
}

void start();
