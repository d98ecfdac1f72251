import type { DehydratedState } from "@tanstack/react-query";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import "./look/look.css";
import { fetchersFor } from "./ahead.ts";
import { ahead, BrowserRouter } from "./browser-router.tsx";
import { keepSession } from "./identity/keep-session.ts";
import { stayLive } from "./live.ts";
import { warmWith } from "./page-link.tsx";
import { createQueryClient } from "./query-client.ts";
import { fetchCode, pageAt } from "./router.tsx";
import { Pages } from "./routes.tsx";
import { Shop } from "./shop.tsx";
import { readShopName } from "./shop-name.ts";

// In pieces between which the browser attends to the person: no long task.
async function start(): Promise<void> {
  await otherTasks();
  const client = createQueryClient();
  await Promise.all([fetchCode(pageAt(location.pathname)), wholeDocument()]);

  const { onIntent, onGo } = fetchersFor(client, () => ahead);
  warmWith(onIntent);
  await otherTasks();
  startTransition(() => {
    hydrateRoot(
      document.getElementById("app") as HTMLElement,
      <Shop client={client} name={readShopName()} state={stateOfPage()} onTaken={begin}>
        <BrowserRouter onGo={onGo}>
          <Pages />
        </BrowserRouter>
      </Shop>,
    );
  });

  // Not before the page is taken over: until then, what it shows must not change.
  function begin() {
    const { listenAnew } = stayLive(client);
    keepSession(client, () => {
      listenAnew();
      // It may be about who was here before.
      ahead.drop();
    });
  }
}

function otherTasks(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** This may begin when only the beginning of the page has come, and been painted. */
async function wholeDocument(): Promise<void> {
  if (document.readyState !== "loading") return;
  await new Promise((resolve) => document.addEventListener("DOMContentLoaded", resolve));
}

/** The data that the server rendered the page from. */
function stateOfPage(): DehydratedState {
  return JSON.parse(document.getElementById("state")?.textContent || "{}");
}

void start();
