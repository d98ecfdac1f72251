// For search engines, so browsers do not load them. Pages that are not here, and whose route describes
// none, are noindex and not in the sitemap.
import { legalPageSlugs, legalPageTitles } from "#contract/rules/legal-pages.ts";
import { legalPath, paths } from "#web/app/paths.ts";

const legal = legalPageSlugs.map((page) => [
  legalPath(page),
  `${legalPageTitles[page]}: what holds for orders in this shop, in the version that is in force.`,
]);

export const pageDescriptions: Record<string, string> = {
  [paths.home]:
    "Brake, engine, suspension and electrical parts, sold by the manufacturer: sizes, stock and price for each, from the shelf to your workshop.",
  [paths.products]: "The whole catalogue with minimum order, stock and price of every part.",
  [paths.shop]: "All parts with number, measures, stock and price, by type, brand and size.",
  [paths.search]:
    "Find a part by its number in any spelling, by the number of another maker, by name, type or size.",
  [paths.about]:
    "A maker of auto parts in Dhaka since 2012, with a 40% market share in replacement parts for vans and light trucks: what we promise, and how we keep it.",
  [paths.blog]:
    "Short answers with code: props and state, keys, useEffect, closures, the event loop, and Promise.all or allSettled.",
  [paths.contact]:
    "Three helplines, our postal address in Dhaka and when we are there: for orders, for the part that fits, for invoices and refunds.",
  [paths.login]:
    "Sign in with e-mail and password or with Google: to order parts, pay by card, and see what became of your orders.",
  ...Object.fromEntries(legal),
};
