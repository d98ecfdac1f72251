import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { email, id, pageQuery, pictureUrl, settingsId, text } from "./fields.ts";

export const user = z.object({
  _id: z.string(),
  email: z.string(),
  role: z.optional(z.literal("admin")),
  emailVerified: z.boolean(),
  /** Of the settings' groups of customers. For admins. */
  group: z.optional(z.string()),
});
export type User = z.output<typeof user>;

export const newProfile = z.strictObject({
  email,
  education: text(500),
  location: text(500),
  number: text(100),
  img: pictureUrl,
});
export type NewProfile = z.output<typeof newProfile>;

export const profile = z.object({
  email: z.string(),
  education: z.string(),
  location: z.string(),
  number: z.string(),
  img: z.string(),
});
export type Profile = z.output<typeof profile>;

export const userCalls = {
  isAdmin: {
    method: "GET",
    path: "/admin/:email",
    summary: "Answers whether this user is an admin.",
    who: "own-or-admin",
    params: { email },
    reply: z.object({ admin: z.boolean() }),
    refusals: ["not-found"],
    bearer: true,
  },
  list: {
    method: "GET",
    path: "/user",
    summary: "Lists all users.",
    who: "admin",
    query: pageQuery,
    reply: z.array(user),
    refusals: ["invalid"],
    bearer: true,
  },
  makeAdmin: {
    method: "PUT",
    path: "/user/admin/:email",
    summary: "Makes a user an admin.",
    who: "admin",
    area: "people",
    confirm: "admins",
    params: { email },
    reply: z.object({ modifiedCount: z.int() }),
    refusals: ["not-found"],
    bearer: true,
  },
  setPriceGroup: {
    method: "PUT",
    path: "/user/:email/price-group",
    summary:
      "Puts a person into a group of customers of the settings, whose prices and discounts they get. Null: into none.",
    who: "admin",
    area: "people",
    confirm: "admins",
    params: { email },
    body: z.strictObject({ group: z.nullable(settingsId) }),
    reply: z.object({ modifiedCount: z.int() }),
    refusals: ["invalid", "not-found"],
  },
  register: {
    method: "PUT",
    path: "/user/:email",
    summary: "Answers an access token for the account of the session.",
    who: "own",
    params: { email },
    body: z.strictObject({ email }),
    reply: z.object({ token: z.string() }),
    refusals: [],
  },
  remove: {
    method: "DELETE",
    path: "/user/:id",
    summary: "Removes a user. Their orders stay.",
    who: "admin",
    area: "people",
    confirm: "admins",
    params: { id },
    reply: z.object({ deletedCount: z.literal(1) }),
    refusals: ["not-found", "conflict", "not-allowed"],
  },
  profile: {
    method: "GET",
    path: "/updateUser/:email",
    summary: "Answers the newest profile of a person, with empty texts before the first save.",
    who: "own",
    params: { email },
    reply: profile,
    refusals: [],
  },
  saveProfile: {
    method: "POST",
    path: "/updateUser",
    summary: "Saves the caller's profile.",
    who: "own",
    body: newProfile,
    reply: z.object({ insertedId: id }),
    refusals: ["too-many"],
  },
} as const satisfies Calls;
