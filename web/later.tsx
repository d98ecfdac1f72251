import { type ComponentType, lazy, memo, Suspense } from "react";
import { onFirstSign } from "./first-sign.ts";
import { whenIdle } from "./in-view.ts";

type Later = {
  Component: ComponentType;
  /** What a page waits for before it is shown: on the server, and on the way here from another. */
  ready: () => Promise<void>;
};

/**
 * A part of a page whose code is not needed to read it: the server renders it, and the browser
 * keeps that as it stands until a person comes near it, or nothing else is to be done. If it shows
 * data, that data must not change before.
 */
export function later(load: () => Promise<ComponentType>): Later {
  let Loaded: ComponentType | undefined;
  const fetchNow = async () => {
    Loaded = await load();
    return { default: Loaded };
  };
  const Waiting = lazy(() => somebodyIsHere.then(() => patiently(fetchNow)));
  return {
    // Whatever happens around it, what the server rendered stays until the code is there.
    Component: memo(() => (
      // biome-ignore lint/a11y/noStaticElementInteractions: it only hears of those within
      <div data-later onPointerEnter={wake} onFocus={wake}>
        <Suspense fallback={null}>{Loaded ? <Loaded /> : <Waiting />}</Suspense>
      </div>
    )),
    ready: async () => {
      if (!Loaded && isWanted) await fetchNow();
    },
  };
}

/** What is on the page can be read all the same, so a fetch that fails is no reason to fail. */
async function patiently<Fetched>(fetchNow: () => Promise<Fetched>): Promise<Fetched> {
  for (let pause = 1_000; ; pause *= 2) {
    try {
      return await fetchNow();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

/** The server renders everything, and so does a browser that comes here from another page. */
let isWanted = import.meta.env.SSR || !document.querySelector("[data-later]");

let tell = () => {};
const somebodyIsHere = new Promise<void>((resolve) => {
  tell = resolve;
});

/** The code of all that sleeps is fetched: somebody is here, or what it shows has changed. */
export function wake(): void {
  isWanted = true;
  tell();
}

if (!import.meta.env.SSR) {
  const soon = () => whenIdle(wake);
  // Not at once: who points at a link first is about to go to another page.
  onFirstSign(() => setTimeout(soon, 1_000));
  if (document.readyState === "complete") soon();
  else addEventListener("load", soon, { once: true });
}
