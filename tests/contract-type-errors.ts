// Never run: the type check proves that these mistakes do not compile.
import * as z from "zod/mini";
import type { Calls } from "#contract/call.ts";
import { partCalls } from "#contract/catalog.ts";
import { liveCalls } from "#contract/live.ts";
import { orderCalls } from "#contract/orders.ts";
import { partEditCalls } from "#contract/part-edits.ts";
import { refuse } from "#contract/refusals.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { call as make } from "#web/app/call.ts";

const noPart = refuse("not-found", "There is none.");
const part = {
  _id: "x",
  name: "x",
  img: "",
  description: "",
  minimumQuantity: 1,
  availablQuantity: 2,
  price: 3,
  number: "x",
};

// @ts-expect-error a missing handler
export const missingHandler: Handlers<typeof partCalls> = {
  list: async () => [part],
  one: async () => part,
};

export const unnoted: Pick<Handlers<typeof partEditCalls>, "add" | "remove"> = {
  // @ts-expect-error an admin's change without an audit entry
  add: async () => ({ insertedId: "x" }),
  // @ts-expect-error a made-up audit entry
  remove: async () => ({ reply: { deletedCount: 1 }, noted: {} }),
};

export const wrongReplies: Pick<Handlers<typeof partCalls>, "list" | "one"> = {
  // @ts-expect-error a reply of the wrong shape: one part instead of an array
  list: async () => part,
  // @ts-expect-error a field that is missing
  one: async () => ({ _id: "x", name: "x" }),
};

export const wrongRefusals: Pick<Handlers<typeof partEditCalls>, "add" | "remove"> = {
  // @ts-expect-error a refusal that this call does not name
  add: async () => refuse("gone", "No."),
  // @ts-expect-error a parameter that the path does not have
  remove: async ({ params }) => (params.name ? refuse("not-found", "No.") : noPart),
};

export async function wrongCalls() {
  // @ts-expect-error a forgotten parameter
  await make(partCalls.one, {});
  // @ts-expect-error a forgotten body
  await make(partEditCalls.add, {});
  // @ts-expect-error a body where none belongs
  await make(partCalls.list, { body: part });
  // @ts-expect-error a query that the call does not have
  await make(partCalls.list, { query: { oldest: 3 } });
  // @ts-expect-error a query that the call needs, forgotten
  await make(orderCalls.mine, {});
  // @ts-expect-error a query without what it must have
  await make(orderCalls.mine, { query: { limit: 3 } });
  // @ts-expect-error a query of the wrong type
  await make(partCalls.list, { query: { newest: "many" } });
  // @ts-expect-error a call that answers by a stream
  await make(liveCalls.changes, {});
  // @ts-expect-error a field that the reply does not have
  return (await make(partCalls.one, { params: { id: "x" } })).colour;
}

export const wrongDefinitions = {
  // @ts-expect-error no rule for who may call
  list: { method: "GET", path: "/things", reply: z.void(), refusals: [] },
} as const satisfies Calls;
