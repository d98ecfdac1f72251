import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { adminRoles, id, requiredText } from "./fields.ts";

const role = z.enum(adminRoles, "Must be a role of admins");

export const apiKey = z.object({
  _id: z.string(),
  name: z.string(),
  role,
  /** The last characters of the key, to tell keys apart. */
  ending: z.string(),
  /** The e-mail of the owner who made it. */
  by: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
});
export type ApiKey = z.output<typeof apiKey>;

export const newApiKey = z.strictObject({ name: requiredText(80, "Name is Required"), role });
export type NewApiKey = z.output<typeof newApiKey>;

export const maxApiKeys = 50;

export const apiKeyCalls = {
  list: {
    method: "GET",
    path: "/api-keys",
    summary: "Lists the keys with which programs call the shop, without the keys themselves.",
    who: "admin",
    reply: z.array(apiKey),
    refusals: [],
  },
  add: {
    method: "POST",
    path: "/api-keys",
    summary:
      "Makes a key for a program, sent as bearer token. It may call what admins of its role may, as long as its maker is an owner, but never changes roles, people, their sign-ins or keys. `key` is answered this once.",
    who: "admin",
    area: "people",
    confirm: "everyone",
    body: newApiKey,
    reply: z.object({ _id: z.string(), key: z.string() }),
    refusals: ["conflict"],
  },
  remove: {
    method: "DELETE",
    path: "/api-keys/:id",
    summary: "Ends a key at once.",
    who: "admin",
    area: "people",
    params: { id },
    reply: z.object({ deletedCount: z.literal(1) }),
    refusals: ["not-found"],
  },
} as const satisfies Calls;
