import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { type LetterKind, letterKinds } from "./letter-originals.ts";
import { letterText } from "./letter-settings.ts";

const letterPreview = z.object({
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  /** Names of files. */
  attachments: z.array(z.string()),
});
export type LetterPreview = z.output<typeof letterPreview>;

export const letterCalls = {
  preview: {
    method: "POST",
    path: "/letters/preview",
    summary:
      "Answers a letter as it would be sent with this text, about an example. Saves and sends nothing.",
    who: "admin",
    area: "shop",
    body: z.strictObject({
      kind: z.enum(letterKinds as [LetterKind, ...LetterKind[]], "There is no such letter"),
      text: letterText,
    }),
    reply: letterPreview,
    refusals: ["invalid"],
  },
} as const satisfies Calls;
