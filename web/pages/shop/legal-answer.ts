import { legalPageNames, legalPages } from "#contract/rules/legal-pages.ts";
import { noSuchPage, type PageRoute } from "#web/app/page.ts";
import { legalPath } from "#web/app/paths.ts";
import { legalText } from "#web/modules/legal/calls.ts";

export const legalRoutes = legalPageNames.map((page): PageRoute => {
  const title = legalPages[page];
  return {
    path: legalPath(page),
    handle: {
      title,
      query: { version: /^\d{1,6}$/ },
      publicData: (client, { query }) =>
        client.prefetchQuery({ ...legalText(page, query.version), retry: false }),
      answer(client, { query: { version } }) {
        if (client.getQueryData(legalText(page, version).queryKey) === null) return noSuchPage;
        if (!version) return undefined;
        // Earlier versions are not for search engines.
        const found = { title, description: "", picture: undefined };
        return { status: 200, path: legalPath(page, version), ...found };
      },
    },
    lazy: async () => ({ Component: (await import("./legal-page.tsx")).LegalPage }),
  };
});
