// Where a person had scrolled to on each page that they went away from, for the way back. The
// browser itself does it between documents; between pages of one, it cannot.
const keptUnder = "scroll";

const positions: Record<string, number> = read();
/** The places that were left for another page of this document. */
const left = new Set<string>();
/** Asked for only when it is known: at another time, the browser would lay the page out to tell. */
let now = 0;

/** `key` is the place's in the browser's history. */
export function keepScroll(key: string): void {
  positions[key] = now;
  left.add(key);
}

export function scrolledAt(key: string): number | undefined {
  return positions[key];
}

/** In this document: the page at this place is rendered by the browser again. */
export function wasLeftAtTop(key: string): boolean {
  return left.has(key) && positions[key] === 0;
}

export function scrollToPlace(top: number): void {
  if (top !== 0 || now !== 0) scrollTo(0, top);
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
  const follow = () => {
    now = scrollY;
  };
  begin();
  follow();
  addEventListener("scroll", follow, { passive: true });
  addEventListener("pageshow", begin);
  addEventListener("pagehide", end);
  return () => {
    removeEventListener("scroll", follow);
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
