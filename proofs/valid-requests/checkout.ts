import { expect } from "vitest";
import type { Call } from "#contract/call.ts";
import type { Checkout } from "#contract/checkout.ts";
import type { LegalText } from "#contract/legal.ts";
import type { Order } from "#contract/orders.ts";
import type { PhoneQuote } from "#contract/phone-orders.ts";
import type { SettingsFile, SettingsImport, SettingsRecord } from "#contract/settings.ts";
import { aDeliveryMethod, aDiscount, aTaxRate } from "#tests/builders/settings.ts";
import { type SignedIn, signUp } from "#tests/people.ts";
import { quantity } from "../calls.ts";
import { payFor } from "../orders.ts";
import type { IdMakers, ProofShop } from "./proof-shop.ts";

const anAddress = { name: "Ada", street: "Kaistr. 4", postcode: "", city: "Kiel", country: "DE" };

export const checkoutIds = (at: ProofShop): IdMakers => ({
  "/checkout/addresses/:id": () => addAddress(at),
});

async function addAddress({ session }: ProofShop): Promise<string> {
  const sent = { address: { ...anAddress, street: crypto.randomUUID(), phone: "" } };
  const { body } = await session.send("PATCH", "/api/checkout", sent);
  return (body as Checkout).addresses[0]?._id ?? "";
}

/** The present version of the settings or of a text; or a basket that can be ordered, and what that costs. */
export async function checkoutFor(at: ProofShop, { path, method }: Call): Promise<object> {
  const { session } = at;
  if (path === "/settings" && method === "PUT") {
    return { version: (await settingsVersion(at, "company")) ?? 0 };
  }
  if (path === "/settings/file" && method === "PUT") return changedFile(at);
  if (path === "/legal/:page" && method === "PUT") {
    const { body } = await session.get("/api/legal/terms");
    return { version: (body as LegalText).version, text: crypto.randomUUID() };
  }
  if (path === "/checkout" && method === "PATCH") return { reference: "PO 4711" };
  if (path === "/basket/codes/:code") await saveDiscount(at);
  if (path === "/basket/shared/comments") return { ...(await shareBasket(at)), part: at.part.id };
  if (path.startsWith("/basket/share")) return shareBasket(at);
  if (path.startsWith("/phone-orders")) return phoneOrderFor(at, path);
  if (path !== "/checkout/place") return {};
  return checkoutOf(at, session, { address: { ...anAddress, phone: "" } });
}

async function checkoutOf(at: ProofShop, buyer: SignedIn, changes: object) {
  await saveDelivery(at);
  await fillBasket(at, buyer);
  const { body } = await buyer.send("PATCH", "/api/checkout", changes);
  const { quote, fingerprint } = body as Checkout;
  return { key: crypto.randomUUID(), expectedTotal: quote.total, fingerprint };
}

/** Paid with tax, by a company abroad whose VAT number was confirmed only then. */
export async function addTaxedOrder(at: ProofShop): Promise<string> {
  const { shop, session } = at;
  const tax = {
    classes: [{ id: "standard", name: "Standard" }],
    rates: [aTaxRate({ country: "FR" })],
    reverseChargeIn: ["FR"],
  };
  await saveFirst(at, "tax", tax);
  const buyer = await signUp(shop);
  const holder = { vatId: "FRXX123456780", country: "FR", name: crypto.randomUUID() };
  const address = { ...anAddress, company: holder.name, country: "FR", phone: "" };
  const checkout = await checkoutOf(at, buyer, { address, vatId: holder.vatId });
  const { body } = await buyer.send("POST", "/api/checkout/place", checkout);
  const { _id } = await payFor(shop, buyer, body as Order);
  expect((await session.send("POST", "/api/vat-numbers/confirmation", holder)).status).toBe(200);
  return _id;
}

async function phoneOrderFor(at: ProofShop, path: string): Promise<object> {
  await saveDelivery(at);
  const email = `${crypto.randomUUID()}@garages.example`;
  const asked = { email, lines: [{ part: at.part.id, quantity }], country: "DE", method: null };
  if (path.endsWith("/quote")) return asked;
  const { body } = await at.session.send("POST", "/api/phone-orders/quote", asked);
  const expectedTotal = (body as PhoneQuote).quote.total;
  const { country: _, ...order } = asked;
  return {
    ...order,
    address: { ...anAddress, phone: "" },
    key: crypto.randomUUID(),
    expectedTotal,
  };
}

async function shareBasket(at: ProofShop): Promise<{ token: string }> {
  await fillBasket(at);
  const { body } = await at.session.send("POST", "/api/basket/share");
  return { token: (body as { token: string }).token };
}

async function fillBasket({ session, part }: ProofShop, buyer = session): Promise<void> {
  await buyer.send("PUT", "/api/basket/lines", { lines: [{ part: part.id, quantity }] });
}

/** To everywhere. */
async function saveDelivery(at: ProofShop): Promise<void> {
  const zones = [{ id: "home", name: "Home", places: [{ country: "*" }] }];
  await saveFirst(at, "delivery", { zones, methods: [aDeliveryMethod()], holidays: [] });
}

/** Its code is what an address has for a name that nothing is known of. */
async function saveDiscount(at: ProofShop): Promise<void> {
  const value = { groups: [], discounts: [aDiscount({ code: "SAMPLE" })], priceLists: [] };
  await saveFirst(at, "discounts", value);
}

/** Once. */
async function saveFirst(at: ProofShop, section: string, value: object): Promise<void> {
  const version = await settingsVersion(at, section);
  if (version !== 0) return;
  const saved = await at.session.send("PUT", "/api/settings", { section, version, value });
  expect(saved.status).toBe(200);
}

/** A file of settings, compared and not saved yet. */
async function changedFile({ session }: ProofShop): Promise<object> {
  const { body } = await session.get("/api/settings/file");
  const { company } = (body as SettingsFile).sections;
  const sections = { company: { ...company, phone: crypto.randomUUID() } };
  const file: SettingsFile = { settings: 1, sections } as SettingsFile;
  const compared = await session.send("PUT", "/api/settings/file", { file });
  return { file, seen: (compared.body as SettingsImport).seen };
}

async function settingsVersion({ session }: ProofShop, section: string) {
  const { body } = await session.get("/api/settings");
  return (body as SettingsRecord[]).find((found) => found.section === section)?.version;
}
