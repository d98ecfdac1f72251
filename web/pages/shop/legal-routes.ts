import { legalPageSlugs, legalPageTitles } from "#contract/rules/legal-pages.ts";
import { lateAnswer } from "#web/app/late-answer.ts";
import type { PageRoute } from "#web/app/page.ts";
import { legalPath } from "#web/app/paths.ts";

export const legalRoutes = legalPageSlugs.map((page): PageRoute => {
  const late = lateAnswer(async () => (await import("./legal-answer.ts")).answerOf(page));
  return {
    path: legalPath(page),
    handle: { title: legalPageTitles[page], query: { version: /^\d{1,6}$/ }, ...late.handle },
    lazy: async () => {
      await late.load();
      return { Component: await (await import("./lazy-routes.ts")).shopPages.legal() };
    },
  };
});
