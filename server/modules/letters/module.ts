import type { ShopModule } from "#server/module.ts";
import { createMailer } from "#server/platform/mail/mailer.ts";
import { letterHandlers } from "./handlers.ts";
import { listWaitingLetters } from "./list-waiting-letters.ts";
import { letterRenderer } from "./render-draft.ts";
import { sendLetterJob } from "./send-letter.ts";

export const letters = {
  handlers: (context) => ({ letters: letterHandlers(context) }),
  jobs: (context, { emails }) => [
    sendLetterJob(context.db, emails(context), letterRenderer(context), createMailer(context.env)),
  ],
  ownData: async ({ context: { db }, person }) => ({
    waitingLetters: await listWaitingLetters(db, person),
  }),
} satisfies ShopModule;
