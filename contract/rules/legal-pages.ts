/** Each at its own address: `/terms`. */
export const legalPages = {
  terms: "Terms of sale",
  privacy: "Privacy",
  withdrawal: "Right of withdrawal",
  "delivery-and-returns": "Delivery and returns",
  imprint: "Imprint",
} as const;

export type LegalPage = keyof typeof legalPages;

export const legalPageNames = Object.keys(legalPages) as LegalPage[];
