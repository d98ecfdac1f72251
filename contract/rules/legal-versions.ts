import { type LegalPage, legalPageTitles } from "./legal-pages.ts";

/** What an order is made under. */
export const agreedPages = [
  "terms",
  "withdrawal",
  "delivery-and-returns",
  "privacy",
] as const satisfies LegalPage[];

/** A page that is missing is the sample. */
export type LegalVersions = { readonly [page: string]: number };

export function changedPages(before: LegalVersions, now: LegalVersions): LegalPage[] {
  return agreedPages.filter((page) => (before[page] ?? 0) !== (now[page] ?? 0));
}

export const changedTitles = (before: LegalVersions, now: LegalVersions): string[] =>
  changedPages(before, now).map((page) => legalPageTitles[page]);
