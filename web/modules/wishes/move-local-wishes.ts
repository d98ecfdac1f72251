import type { QueryClient } from "@tanstack/react-query";
import { wishCalls } from "#contract/wishes.ts";
import { call } from "#web/app/call.ts";
import { ownWishes } from "./calls.ts";
import { localWishes } from "./local-wishes.ts";

export async function moveLocalWishes(client: QueryClient): Promise<void> {
  const moved = localWishes.read();
  const { queryKey } = ownWishes();
  client.setQueryData(queryKey, await call(wishCalls.add, { body: { parts: [...moved] } }));
  localWishes.write(localWishes.read().filter((id) => !moved.includes(id)));
  // One that was fetched meanwhile may lack them.
  await client.invalidateQueries({ queryKey });
}
