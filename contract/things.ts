import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { requiredText } from "./fields.ts";

export const thingKinds = {
  part: "Products",
  "part-type": "Part types",
  order: "Orders",
  person: "People",
  review: "Reviews",
  import: "Imports",
  settings: "Settings",
  "legal-text": "Legal texts",
  shop: "The shop itself",
} as const;
export type ThingKind = keyof typeof thingKinds;

export const thing = z.object({
  kind: z.enum(Object.keys(thingKinds) as ThingKind[]),
  name: z.string(),
  /** In the address of its page; null if it has none any more. */
  key: z.nullable(z.string()),
});
export type Thing = z.output<typeof thing>;

export const thingCalls = {
  find: {
    method: "GET",
    path: "/things",
    summary:
      "Finds what has a page at the desk: products by name or number, orders by number, people by name or e-mail, part types, imports.",
    who: "admin",
    query: { q: requiredText(100) },
    reply: z.array(thing),
    refusals: [],
  },
} as const satisfies Calls;
