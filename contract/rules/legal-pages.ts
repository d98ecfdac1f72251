/** Each at its own address: `/terms`. */
export const legalPageTitles = {
  terms: "Terms of sale",
  privacy: "Privacy",
  withdrawal: "Right of withdrawal",
  "delivery-and-returns": "Delivery and returns",
  imprint: "Imprint",
} as const;

export type LegalPage = keyof typeof legalPageTitles;

export const legalPageSlugs = Object.keys(legalPageTitles) as LegalPage[];
