import type { letterCalls } from "#contract/letters.ts";
import { refuse } from "#contract/refusals.ts";
import { letterProblems } from "#contract/rules/fill-letter.ts";
import { nothingToAudit } from "#server/platform/audit/record-action.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { exampleDraft } from "./example-drafts.ts";
import { letterRenderer, type RenderContext } from "./render-draft.ts";

export function letterHandlers(context: RenderContext): Handlers<typeof letterCalls> {
  const { env, settings } = context;
  return {
    preview: async ({ body: { kind, text } }) => {
      const problems = Object.entries(letterProblems(kind, text));
      if (problems.length > 0) {
        const fields = Object.fromEntries(problems.map(([at, problem]) => [`text.${at}`, problem]));
        return refuse("invalid", "Please check the text.", fields);
      }
      // The origin of a shop that listens on a free port is known once it runs.
      const { origin } = context;
      const draft = exampleDraft(kind, { origin, shopName: env.SHOP_NAME, ...(await settings()) });
      const letter = await letterRenderer(context)(draft, { [kind]: text });
      const { subject, html, text: plain } = letter;
      const attachments = letter.attachments.map(({ filename }) => filename);
      return { reply: { subject, html, text: plain, attachments }, noted: nothingToAudit };
    },
  };
}
