import type { userCalls } from "#contract/customers.ts";
import { refuse } from "#contract/refusals.ts";
import type { Context } from "#server/context.ts";
import { createPictureFilter } from "#server/platform/config/picture-filter.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { consumeLimit } from "#server/platform/rate-limits/consume-limit.ts";
import { makeAdmin } from "./make-admin.ts";
import { noSuchUser, removeUser } from "./remove-user.ts";
import { addProfile, findProfile, findRole, hasUser, listUsers } from "./store.ts";

const lostCursor = refuse("invalid", "The user that this page should follow is gone.", {
  after: "Is not a user any more",
});

/** The token that `register` answers is identity's to make. */
type MakeToken = (session: string) => Promise<string>;

export function userHandlers(
  { db, read, env }: Context,
  makeToken: MakeToken,
): Handlers<typeof userCalls> {
  const show = createPictureFilter(env);
  return {
    isAdmin: async ({ params }, { person }) => {
      // Of oneself it was looked up just now; a second look might find one gone meanwhile.
      if (params.email === person.email) return { admin: person.role === "admin" };
      const role = await findRole(db, params.email);
      return role === undefined ? noSuchUser : { admin: role === "admin" };
    },
    list: ({ query }) =>
      read(async (db) => {
        const found = await listUsers(db, query);
        if (found.length > 0 || !query.after || (await hasUser(db, query.after))) return found;
        return lostCursor;
      }),
    makeAdmin: async ({ params }, caller) => {
      const made = await makeAdmin(db, caller, params.email);
      return made
        ? { reply: { modifiedCount: made.isNew ? 1 : 0 }, noted: made.noted }
        : noSuchUser;
    },
    register: async (_given, { session }) => ({ token: await makeToken(session) }),
    remove: ({ params }, caller) => removeUser(db, caller, params.id),
    profile: async (_given, { person }) => ({
      email: person.email,
      ...(await findProfile(db, person._id, show)),
    }),
    saveProfile: async ({ body }, { person }) => {
      const limit = { key: `profiles of ${person._id}`, most: 60, seconds: 3_600 };
      if (!(await consumeLimit(db, limit))) {
        return refuse("too-many", "That was saved very often. Please wait a while.");
      }
      const profile = { ...body, img: show(body.img) };
      return { insertedId: await addProfile(db, person._id, profile) };
    },
  };
}
