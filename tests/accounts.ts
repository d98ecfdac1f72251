// A company that buys on account, and what is booked for its orders.
import { expect } from "vitest";
import type { CompanyAccount } from "#contract/accounts.ts";
import type { AuditEntry } from "#contract/audit.ts";
import type { OwnCompany } from "#contract/companies.ts";
import type { CompanySettings } from "#contract/company-settings.ts";
import type { OrderAccount, OrderPage } from "#contract/order-page.ts";
import type { Order } from "#contract/orders.ts";
import type { SettingsRecord } from "#contract/settings.ts";
import type { OpenShop } from "./open-shop.ts";
import { aStockedPart, placeOrder } from "./orders.ts";
import { tokenOfLetter, waitForLetter } from "./outbox.ts";
import { type SignedIn, signUp, signUpAdmin } from "./people.ts";
import { saveSettings } from "./save-settings.ts";

const garage = { address: "Kaistr. 4", country: "DE", vatId: "DE123456789" };

/** To be paid within 30 days. With a limit of 0 it is not approved. */
export async function openAccount<Shop extends OpenShop>(
  shop: Shop,
  limit = 1_000,
  by?: SignedIn,
  owner?: SignedIn,
) {
  const [admin, buyer] = [by ?? (await signUpAdmin(shop)), owner ?? (await signUp(shop))];
  const name = `Garage ${crypto.randomUUID()}`;
  const { body } = await buyer.send("POST", "/api/own-company", { ...garage, name });
  const id = `${(body as OwnCompany).company?._id}`;
  if (limit > 0) expect(await setTerms(admin, id, { limit, days: 30 })).toBe(200);
  return { shop, admin, buyer, id, name };
}
export type Account = Awaited<ReturnType<typeof openAccount<OpenShop>>>;

export async function enterBankAccount(admin: SignedIn): Promise<void> {
  const records = (await admin.get("/api/settings")).body as SettingsRecord[];
  const company = records.find(({ section }) => section === "company")?.value as CompanySettings;
  if (!company.iban)
    await saveSettings(admin, { company: { iban: "DE89 3704 0044 0532 0130 00" } });
}

export async function setTerms(admin: SignedIn, id: string, terms: object | null) {
  if (terms) await enterBankAccount(admin);
  const { company } = (await admin.get(`/api/companies/${id}`)).body as CompanyAccount;
  const body = { terms, expected: company.terms };
  return (await admin.send("PUT", `/api/companies/${id}/terms`, body)).status;
}

/** $100 each piece. */
export async function order(
  { shop, buyer }: Pick<Account, "shop" | "buyer">,
  quantity = 2,
): Promise<Order> {
  return placeOrder(buyer, await aStockedPart(shop, { priceCents: 10_000 }), { quantity });
}

export const charge = (buyer: SignedIn, { _id }: Order) =>
  buyer.send("POST", `/api/orders/${_id}/account`);

export async function orderOnAccount(account: Account, quantity = 2): Promise<Order> {
  const { status, body } = await charge(account.buyer, await order(account, quantity));
  expect([status, body]).toMatchObject([200, { payment: "account", state: "unpaid", paid: false }]);
  return body as Order;
}

export const book = (admin: SignedIn, { _id }: Order, amount: number, more: object = {}) =>
  admin.send("POST", `/api/orders/${_id}/receipts`, {
    key: crypto.randomUUID(),
    kind: "received",
    amount,
    reference: "RE 1",
    on: new Date().toISOString().slice(0, 10),
    ...more,
  });

export const accountOf = async (who: SignedIn, { _id }: Order) =>
  ((await who.get(`/api/orders/${_id}/page`)).body as OrderPage).account as OrderAccount;

export const creditOf = async (buyer: SignedIn) =>
  ((await buyer.get("/api/own-company")).body as OwnCompany).company?.credit;

export const paymentOf = async (buyer: SignedIn, { _id }: Order) =>
  ((await buyer.get(`/api/orders/${_id}`)).body as Order).payment;

/** Of this kind, the newest about the order or company. */
export async function undoLast(admin: SignedIn, action: string, about: string) {
  const [entry] = (await admin.get(`/api/audit?action=${action}&about=${about}`))
    .body as AuditEntry[];
  return (await admin.send("POST", `/api/undo/${entry?._id}`)).status;
}

/** Somebody new, invited by an owner. */
export async function joinCompany(shop: OpenShop, owner: SignedIn): Promise<SignedIn> {
  const member = await signUp(shop);
  const { email } = member;
  const path = "/api/own-company/invitations";
  expect((await owner.send("POST", path, { email, role: "buyer" })).status).toBe(200);
  const token = tokenOfLetter(await waitForLetter(shop, 1, { email }));
  expect((await member.send("POST", "/api/own-company/join", { token })).status).toBe(200);
  return member;
}
