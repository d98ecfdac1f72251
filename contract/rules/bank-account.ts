export type BankAccount = { accountHolder: string; iban: string; bic: string; bankName: string };

export const withoutSpaces = (typed: string) => typed.replace(/\s+/g, "").toUpperCase();

/** In groups of four, as it stands on paper. */
export const showIban = (iban: string) => iban.replace(/(.{4})(?=.)/g, "$1 ");

/** By ISO 13616: the country and check digits go to the end, letters become numbers. */
export function isIban(iban: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false;
  const digits = `${iban.slice(4)}${iban.slice(0, 4)}`.replace(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  return BigInt(digits) % 97n === 1n;
}

export const isBic = (bic: string) => /^[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(bic);

export function findBankAccount(
  company: BankAccount & { name: string },
  shopName = "",
): BankAccount | undefined {
  const { accountHolder, name, iban, bic, bankName } = company;
  if (!iban) return undefined;
  return { accountHolder: accountHolder || name || shopName, iban, bic, bankName };
}

type Terms = { limit: number; days: number } | null;
type TermsChange = { before: Terms; after: Terms; company: Pick<BankAccount, "iban"> };

/** Companies on account pay to the shop's, so nobody gets credit, or more of it, before there is one. */
export function termsProblem({ before, after, company }: TermsChange): string | undefined {
  if (company.iban || !after) return undefined;
  const isMore = !before || after.limit > before.limit || after.days > before.days;
  return isMore
    ? "Companies on account pay by bank transfer, and the shop has no bank account yet. Please enter it in the settings, under Company, first."
    : undefined;
}

export function describeBankAccount(account: BankAccount): [string, string][] {
  const { accountHolder, iban, bic, bankName } = account;
  const facts: [string, string][] = [
    ["Account holder", accountHolder],
    ["IBAN", showIban(iban)],
    ["BIC", bic],
    ["Bank", bankName],
  ];
  return facts.filter(([, value]) => value !== "");
}
