import type { userCalls } from "#contract/users.ts";
import { type Handlers, notBuiltYet } from "#server/http/handler.ts";

export function userHandlers(): Handlers<typeof userCalls> {
  return {
    isAdmin: notBuiltYet,
    list: notBuiltYet,
    makeAdmin: notBuiltYet,
    register: notBuiltYet,
    remove: notBuiltYet,
    profile: notBuiltYet,
    saveProfile: notBuiltYet,
  };
}
