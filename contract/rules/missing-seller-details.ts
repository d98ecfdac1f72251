import type { CompanySettings } from "../company-settings.ts";

const detailNames = { name: "name", address: "address", vatId: "VAT or tax number" } as const;
export type SellerDetail = keyof typeof detailNames;

/** What invoices and credit notes must say of the seller; without it they are held. */
export function missingSellerDetails(
  company: Pick<CompanySettings, SellerDetail>,
  { chargesTax }: { chargesTax: boolean },
): SellerDetail[] {
  const needed: SellerDetail[] = ["name", "address", ...(chargesTax ? ["vatId" as const] : [])];
  return needed.filter((detail) => company[detail].trim() === "");
}

type Rates = readonly { rateBp: number }[];

export const chargesTax = ({ rates }: { rates: Rates }): boolean =>
  rates.some(({ rateBp }) => rateBp > 0);

/** "name, address and VAT or tax number". */
export function listDetails(details: readonly SellerDetail[]): string {
  const names = details.map((detail) => detailNames[detail]);
  return [names.slice(0, -1).join(", "), names.at(-1)].filter(Boolean).join(" and ");
}
