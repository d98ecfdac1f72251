import type { userCalls } from "#contract/customers.ts";
import { refuse } from "#contract/refusals.ts";
import type { Context } from "#server/context.ts";
import type { Undoes } from "#server/platform/audit/handlers.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { consumeLimit } from "#server/platform/rate-limits/consume-limit.ts";
import { makeAdmin } from "./make-admin.ts";
import { noSuchUser, removeUser } from "./remove-user.ts";
import { setPriceGroup } from "./set-price-group.ts";
import { undoPriceGroups } from "./set-price-groups.ts";
import { addProfile, findProfile, findRole, hasUser, listUsers } from "./store.ts";
import { undoRole } from "./undo-role.ts";

const lostCursor = refuse("invalid", "The user before this page was removed. Please reload.", {
  after: "Is not a user any more",
});

export function userHandlers(
  context: Context,
  addAccessToken: (sessionId: string) => Promise<string>,
): Handlers<typeof userCalls> {
  const { db, read, filterPicture } = context;
  return {
    isAdmin: async ({ params }, { person, lacksFactor }) => {
      // Who lacks a second factor is an admin, who is asked for it.
      if (params.email === person.email) return { admin: person.role === "admin" || lacksFactor };
      const role = await findRole(db, params.email);
      return role === undefined ? noSuchUser : { admin: role === "admin" };
    },
    list: ({ query }) =>
      read(async (db) => {
        const found = await listUsers(db, query);
        if (found.length > 0 || !query.after || (await hasUser(db, query.after))) return found;
        return lostCursor;
      }),
    makeAdmin: ({ params }, caller) => makeAdmin(db, caller, params.email),
    setPriceGroup: setPriceGroup(context),
    register: async (_given, { session }) => ({ token: await addAccessToken(session) }),
    remove: async ({ params }, caller) => {
      const removed = await removeUser(db, caller, params.id);
      context.jobs.wake();
      return removed;
    },
    profile: async (_given, { person }) => ({
      email: person.email,
      ...(await findProfile(db, person._id, filterPicture)),
    }),
    saveProfile: async ({ body }, { person }) => {
      const limit = { key: `profiles of ${person._id}`, most: 60, seconds: 3_600 };
      if (!(await consumeLimit(db, limit))) {
        return refuse(
          "too-many",
          "You have saved your profile many times. Please try again in an hour.",
        );
      }
      const profile = { ...body, img: filterPicture(body.img) };
      return { insertedId: await addProfile(db, person._id, profile) };
    },
  };
}

export const userUndoes: Undoes = {
  "change-role": undoRole,
  "set-price-group": undoPriceGroups,
  "set-price-groups": undoPriceGroups,
};
