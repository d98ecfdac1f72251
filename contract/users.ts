import * as z from "zod/mini";
import { call } from "./call.ts";
import { email, id, pictureUrl, text } from "./fields.ts";

export const user = z.object({
  _id: z.string(),
  email: z.string(),
  /** Present, and "admin", for admins only. */
  role: z.optional(z.literal("admin")),
});

const profileFields = {
  email,
  education: text(500),
  location: text(500),
  number: text(100),
  img: pictureUrl,
};
export const profile = z.object({
  email: z.string(),
  education: z.string(),
  location: z.string(),
  number: z.string(),
  img: z.string(),
});

export const userCalls = {
  isAdmin: call({
    method: "GET",
    path: "/admin/:email",
    who: "own",
    params: { email },
    reply: z.object({ admin: z.boolean() }),
    refusals: ["not-found"],
    bearer: true,
  }),
  list: call({
    method: "GET",
    path: "/user",
    who: "admin",
    reply: z.array(user),
    refusals: [],
    bearer: true,
  }),
  makeAdmin: call({
    method: "PUT",
    path: "/user/admin/:email",
    who: "admin",
    params: { email },
    reply: z.object({ modifiedCount: z.int() }),
    refusals: ["not-found"],
    bearer: true,
  }),
  register: call({
    method: "PUT",
    path: "/user/:email",
    who: "own",
    params: { email },
    body: z.strictObject({ email }),
    reply: z.object({ token: z.string() }),
    refusals: [],
  }),
  remove: call({
    method: "DELETE",
    path: "/user/:id",
    who: "admin",
    params: { id },
    reply: z.object({ deletedCount: z.literal(1) }),
    refusals: ["not-found", "conflict"],
  }),
  profile: call({
    method: "GET",
    path: "/updateUser/:email",
    who: "own",
    params: { email },
    reply: profile,
    refusals: ["not-found"],
  }),
  saveProfile: call({
    method: "POST",
    path: "/updateUser",
    who: "own",
    body: z.strictObject(profileFields),
    reply: z.object({ insertedId: id }),
    refusals: [],
  }),
};
