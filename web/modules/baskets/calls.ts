import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { type Basket, basketCalls } from "#contract/baskets.ts";
import { mayHaveBasket, noteBasket } from "#web/app/basket-mark.ts";
import { call } from "#web/app/call.ts";

type PersonId = string | undefined;

/** Of a person; undefined: of this browser, whose basket becomes the person's at sign-in. */
export function ownBasket(personId: PersonId) {
  return queryOptions({
    queryKey: ["basket", personId ?? "visitor"],
    queryFn: async ({ signal }) => note(await call(basketCalls.read, {}, signal), false),
    // Another device may change it.
    staleTime: 5_000,
    refetchOnWindowFocus: true,
  });
}

/** `user` is undefined while it is not known who is there. */
export function useBasket(user: { _id: string } | null | undefined, isWanted = true) {
  return useQuery({
    ...ownBasket(user?._id),
    enabled: user !== undefined && (isWanted || user !== null || mayHaveBasket()),
  });
}

export type Wanted = { part: string; quantity: number; saved?: boolean };

export async function putLines(client: QueryClient, personId: PersonId, lines: Wanted[]) {
  const put = () => call(basketCalls.put, { body: { lines } });
  return keepBasket(client, personId, await inTurn(personId, put));
}

/** Of the tabs of a new visitor the first one gets the cookie of the basket that the others need. */
function inTurn<Result>(personId: PersonId, send: () => Promise<Result>): Promise<Result> {
  return personId || !navigator.locks ? send() : navigator.locks.request("basket", send);
}

export async function removeLine(client: QueryClient, personId: PersonId, part: string) {
  return keepBasket(client, personId, await call(basketCalls.remove, { params: { part } }));
}

export async function addCode(client: QueryClient, personId: PersonId, code: string) {
  return keepBasket(client, personId, await call(basketCalls.addCode, { params: { code } }));
}

export async function removeCode(client: QueryClient, personId: PersonId, code: string) {
  return keepBasket(client, personId, await call(basketCalls.removeCode, { params: { code } }));
}

type More = Pick<Wanted, "part" | "quantity">;

export async function addToBasket(client: QueryClient, personId: PersonId, lines: More[]) {
  const add = () => call(basketCalls.add, { body: { lines } });
  const { added, ...basket } = await inTurn(personId, add);
  return { added, basket: keepBasket(client, personId, basket) };
}

/** What another tab has added since then stays. */
export async function takeBack(client: QueryClient, personId: PersonId, { part, quantity }: More) {
  const { lines } = await client.fetchQuery({ ...ownBasket(personId), staleTime: 0 });
  const line = lines.find(({ _id }) => _id === part);
  const left = (line?.quantity ?? 0) - quantity;
  if (left <= 0) return removeLine(client, personId, part);
  return putLines(client, personId, [{ part, quantity: left }]);
}

export function keepBasket(client: QueryClient, personId: PersonId, basket: Basket): Basket {
  // What is on its way was asked for before the change.
  void client.cancelQueries({ queryKey: ["basket"] });
  client.setQueryData(ownBasket(personId).queryKey, note(basket, true));
  return basket;
}

function note(basket: Basket, isChanged: boolean): Basket {
  noteBasket(basket.lines.length, isChanged);
  return basket;
}
