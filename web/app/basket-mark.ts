// Whether this browser has put anything into a basket: pages ask the server for it only then.
const key = "basket";

export function mayHaveBasket(): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return true;
  }
}

/** Other tabs are told when it changes. */
export function noteBasket(lines: number): void {
  try {
    if (lines === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, `${Date.now()}`);
  } catch {}
}

export function onBasketChangedElsewhere(listener: () => void): () => void {
  const hear = (event: StorageEvent) => event.key === key && listener();
  addEventListener("storage", hear);
  return () => removeEventListener("storage", hear);
}
