import type { ShopModule } from "#server/module.ts";
import { userHandlers } from "#server/modules/customers/handlers.ts";
import { apiKeyHandlers } from "./api-keys/handlers.ts";
import { deleteExpiredSignIns } from "./delete-expired-sign-ins.ts";
import { emailChangeHandlers } from "./email-change/handlers.ts";
import { identityHandlers } from "./handlers.ts";
import { identityLetters } from "./identity-letters.ts";
import { readOwnSignIns } from "./own-sign-ins.ts";
import { passkeyHandlers } from "./passkey-handlers.ts";
import { secondStepHandlers } from "./second-step/handlers.ts";
import { addAccessToken } from "./sessions.ts";
import { signInCodeHandlers } from "./sign-in-code/handlers.ts";

export const identity = {
  handlers: (context, { accountEndings }) => ({
    identity: identityHandlers(context, accountEndings),
    signInCode: signInCodeHandlers(context, accountEndings),
    emailChange: emailChangeHandlers(context, accountEndings),
    passkeys: passkeyHandlers(context),
    secondStep: secondStepHandlers(context),
    apiKeys: apiKeyHandlers(context),
    users: userHandlers(context, (session) => addAccessToken(context.db, session)),
  }),
  emails: identityLetters,
  ownData: async ({ context: { db }, person, session }) => ({
    signIns: await readOwnSignIns(db, person, session),
  }),
  expires: [deleteExpiredSignIns],
} satisfies ShopModule;
