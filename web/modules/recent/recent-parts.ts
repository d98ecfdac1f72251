import { keepList } from "#web/app/kept-list.ts";

export const maxRecent = 12;

export const recentParts = keepList("recent-parts");

export function noteViewed(id: string): void {
  const others = recentParts.read().filter((each) => each !== id);
  recentParts.write([id, ...others].slice(0, maxRecent + 1));
}
