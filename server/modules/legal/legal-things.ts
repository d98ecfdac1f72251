import { legalPageSlugs, legalPageTitles } from "#contract/rules/legal-pages.ts";
import type { ThingSource } from "#server/platform/things/things.ts";
import { idOfPage } from "./store.ts";

export const legalThings: ThingSource = {
  name: async () =>
    new Map(
      legalPageSlugs.map((page) => [
        idOfPage(page),
        { name: `the legal text “${legalPageTitles[page]}”`, key: page },
      ]),
    ),
};
