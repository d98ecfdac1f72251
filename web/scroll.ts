// Where a person had scrolled to on each page that they went away from, for the way back. The
// browser itself does it between documents; between pages of one, it cannot.
const keptUnder = "scroll";

const positions: Record<string, number> = read();

/** `key` is the place's in the browser's history. */
export function keepScroll(key: string): void {
  positions[key] = scrollY;
}

export function scrolledAt(key: string): number | undefined {
  return positions[key];
}

/** From now on, as long as this document is looked at. */
export function scrollOurselves(keyOfPlace: () => string): () => void {
  const begin = () => {
    history.scrollRestoration = "manual";
  };
  const end = () => {
    keepScroll(keyOfPlace());
    history.scrollRestoration = "auto";
    try {
      sessionStorage.setItem(keptUnder, JSON.stringify(positions));
    } catch {}
  };
  begin();
  addEventListener("pageshow", begin);
  addEventListener("pagehide", end);
  return () => {
    removeEventListener("pageshow", begin);
    removeEventListener("pagehide", end);
  };
}

function read(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(keptUnder) ?? "{}");
  } catch {
    return {};
  }
}
