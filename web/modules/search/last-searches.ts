const storageKey = "last-searches";
const most = 5;

export function readLastSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "[]");
    return Array.isArray(stored) ? stored.filter((each) => typeof each === "string") : [];
  } catch {
    return [];
  }
}

export function keepSearch(text: string): void {
  const others = readLastSearches().filter((each) => each !== text);
  store([text, ...others].slice(0, most));
}

export function clearLastSearches(): void {
  store([]);
}

function store(searches: string[]): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(searches));
  } catch {}
}
