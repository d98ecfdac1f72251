import type { QueryClient } from "@tanstack/react-query";
import { sessionQuery } from "#web/modules/identity/session.ts";
import { localWishes } from "#web/modules/wishes/local-wishes.ts";

export function moveWishesAtSignIn(client: QueryClient): void {
  const { queryKey } = sessionQuery();
  client.getQueryCache().subscribe((event) => {
    if (event.type !== "updated" || event.action.type !== "success") return;
    if (event.query.queryKey[0] !== queryKey[0] || localWishes.read().length === 0) return;
    if (client.getQueryData(queryKey)?.user) void move(client);
  });
}

/** What fails stays in the browser, for the next time. */
async function move(client: QueryClient): Promise<void> {
  const { moveLocalWishes } = await import("#web/modules/wishes/move-local-wishes.ts");
  await moveLocalWishes(client).catch(() => {});
}
