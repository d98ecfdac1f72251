import { type LegalPage, legalPageTitles } from "#contract/rules/legal-pages.ts";
import type { LateAnswer } from "#web/app/late-answer.ts";
import { noSuchPage } from "#web/app/page.ts";
import { legalPath } from "#web/app/paths.ts";
import { legalText } from "#web/modules/legal/calls.ts";

export const answerOf = (page: LegalPage): LateAnswer => ({
  prefetch: (client, { query }) =>
    client.prefetchQuery({ ...legalText(page, query.version), retry: false }),
  describe(client, { query: { version } }) {
    if (client.getQueryData(legalText(page, version).queryKey) === null) return noSuchPage;
    if (!version) return undefined;
    // Earlier versions are not for search engines.
    const found = { title: legalPageTitles[page], description: "", picture: undefined };
    return { status: 200, path: legalPath(page, version), ...found };
  },
});
