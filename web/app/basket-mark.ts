// Whether this browser has put anything into a basket: pages ask the server for it only then.
const key = "basket";

export function mayHaveBasket(): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return true;
  }
}

/** A new mark makes the other tabs read basket and checkout: reading must not write one. */
export function noteBasket(lines: number, isChanged: boolean): void {
  try {
    if (lines === 0) localStorage.removeItem(key);
    else if (isChanged || !mayHaveBasket()) markBasket();
  } catch {}
}

export function markBasket(): void {
  try {
    localStorage.setItem(key, `${Date.now()}`);
  } catch {}
}

export function onBasketChangedElsewhere(listener: () => void): () => void {
  const hear = (event: StorageEvent) => event.key === key && listener();
  addEventListener("storage", hear);
  return () => removeEventListener("storage", hear);
}
