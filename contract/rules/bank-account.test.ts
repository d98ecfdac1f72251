import { expect, it } from "vitest";
import { companySettings } from "../company-settings.ts";
import {
  describeBankAccount,
  findBankAccount,
  isBic,
  isIban,
  showIban,
  termsProblem,
} from "./bank-account.ts";

it("knows an IBAN by its check digits", () => {
  for (const iban of ["DE89370400440532013000", "GB82WEST12345698765432", "NO9386011117947"])
    expect([iban, isIban(iban)]).toEqual([iban, true]);
  for (const iban of ["", "DE88370400440532013000", "DE89 3704 0044 0532 0130 00", "GB82", "DE8"])
    expect([iban, isIban(iban)]).toEqual([iban, false]);
});

it("knows the form of a BIC", () => {
  expect(["COBADEFF", "COBADEFFXXX", "COBADEF", "COBA1EFF", ""].map(isBic)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

it("shows an account in the words of a transfer, and leaves out what is not set", () => {
  const company = { accountHolder: "", bic: "", bankName: "", name: "Parts Ltd" };
  expect(findBankAccount({ ...company, iban: "" })).toBeUndefined();
  const account = findBankAccount({ ...company, iban: "NO9386011117947" });
  expect(account && describeBankAccount(account)).toEqual([
    ["Account holder", "Parts Ltd"],
    ["IBAN", "NO93 8601 1117 947"],
  ]);
  expect(showIban("DE89370400440532013000")).toBe("DE89 3704 0044 0532 0130 00");
});

it("is stored without spaces, and refused with a word at its field", () => {
  const { iban, bic } = companySettings.shape;
  expect(iban.parse(" de89 3704 0044 0532 0130 00 ")).toBe("DE89370400440532013000");
  expect(iban.parse("")).toBe("");
  expect(iban.safeParse("DE88 3704 0044 0532 0130 00").error?.issues[0]?.message).toContain(
    "check digits",
  );
  expect(bic.safeParse("COBA1EFF").success).toBe(false);
});

it("is needed to let a company owe more or longer than before", () => {
  const [few, many, long] = [
    { limit: 100, days: 14 },
    { limit: 101, days: 14 },
    { limit: 50, days: 15 },
  ];
  const isRefused = (before: typeof few | null, after: typeof few | null, iban = "") =>
    termsProblem({ before, after, company: { iban } }) !== undefined;
  expect([isRefused(null, few), isRefused(few, many), isRefused(few, long)]).toEqual([
    true,
    true,
    true,
  ]);
  expect([isRefused(many, few), isRefused(few, few), isRefused(few, null)]).toEqual([
    false,
    false,
    false,
  ]);
  expect(isRefused(null, many, "NO9386011117947")).toBe(false);
});
