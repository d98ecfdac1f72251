import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import type { AccountCompany, CompanyAccount } from "#contract/accounts.ts";
import type { Checkout } from "#contract/checkout.ts";
import type { OwnCompany } from "#contract/companies.ts";
import type { Order } from "#contract/orders.ts";
import { startVies, type Vies } from "#emulators/vies/vies.ts";
import { undoLast } from "#tests/accounts.ts";
import { putParts } from "#tests/basket-order.ts";
import { anAddress } from "#tests/builders/address.ts";
import { aDeliveryMethod, aTaxRate } from "#tests/builders/settings.ts";
import { expectWarning } from "#tests/fail-on-warnings.ts";
import { type OpenShop, openShop, shareShop } from "#tests/open-shop.ts";
import { aStockedPart } from "#tests/orders.ts";
import { type SignedIn, signUp, signUpAdmin } from "#tests/people.ts";
import { saveSettings } from "#tests/save-settings.ts";

const place = (country: string) => ({ country, region: "", from: "", to: "" });
const settings = {
  company: { name: "Parts Ltd", country: "DE", vatId: "DE123456789" },
  tax: {
    classes: [{ id: "standard", name: "Standard" }],
    rates: [aTaxRate({ rateBp: 1_900 })],
    reverseChargeIn: ["FR"],
  },
  delivery: {
    zones: [{ id: "europe", name: "Europe", places: [place("DE"), place("FR")] }],
    methods: [
      aDeliveryMethod({ id: "road", zone: "europe", rates: [{ upTo: null, cents: 1_190 }] }),
    ],
    holidays: [],
  },
};

let vies: Vies;
beforeAll(async () => {
  vies = await startVies();
});
afterAll(() => vies.close());

/** Until what this returns is called, and at most until the test ends. */
function holdAnswers() {
  const release = vies.hold();
  onTestFinished(release);
  return release;
}

const share = shareShop();
async function openWithVies() {
  return prepare(await openShop({ env: { VIES_URL: vies.url } }));
}

async function prepare(shop: OpenShop) {
  const admin = await signUpAdmin(shop);
  await saveSettings(admin, settings);
  const part = await aStockedPart(shop, { priceCents: 10_710, minimumQuantity: 0 });
  return { shop, admin, part };
}

const french = anAddress({ company: "Garage Lyon", city: "Lyon", country: "FR" });

async function openBuyer({ shop, part }: Awaited<ReturnType<typeof prepare>>) {
  const buyer = await signUp(shop);
  await putParts(buyer, [part, 1]);
  expect((await buyer.send("PATCH", "/api/checkout", { address: french })).status).toBe(200);
  return buyer;
}

const give = async (buyer: SignedIn, vatId: string) =>
  ((await buyer.send("PATCH", "/api/checkout", { vatId })).body as Checkout).quote;
const quoteOf = async (buyer: SignedIn) =>
  ((await buyer.get("/api/checkout")).body as Checkout).quote;
const placeOrder = async (buyer: SignedIn, expectedTotal: number) =>
  buyer.send("POST", "/api/checkout/place", { key: crypto.randomUUID(), expectedTotal });

const contained = { taxMode: "contained", total: 119 };
const withoutTax = { taxMode: "reverse", total: 100, taxes: [] };

it("a number counts once VIES knows it, and is asked for once", async () => {
  const world = await openWithVies();
  const [buyer, colleague] = [await openBuyer(world), await openBuyer(world)];
  const vatId = "FR00123456781";
  const release = holdAnswers();
  expect(await give(buyer, vatId)).toMatchObject({ ...contained, vat: "waiting" });
  release();
  await expect.poll(() => quoteOf(buyer)).toMatchObject({ ...withoutTax, vat: "valid" });
  expect(await give(colleague, vatId)).toMatchObject(withoutTax);
  expect(vies.asked.get(vatId)).toBe(1);
  const { body } = await placeOrder(buyer, 100);
  expect(body).toMatchObject({
    totalPrice: 100,
    tax: 0,
    reverseCharge: true,
  } satisfies Partial<Order>);
  // Of another company it is checked again.
  holdAnswers();
  const address = { ...french, company: "Someone Else" };
  const changed = await colleague.send("PATCH", "/api/checkout", { address });
  expect((changed.body as Checkout).quote).toMatchObject({ ...contained, vat: "waiting" });
  await expect.poll(() => vies.asked.get(vatId)).toBe(2);
});

it("an unknown number is told, and ordered with tax", async () => {
  const world = await openWithVies();
  const buyer = await openBuyer(world);
  await give(buyer, "FR00123456780");
  await expect.poll(() => quoteOf(buyer)).toMatchObject({ ...contained, vat: "invalid" });
  expect((await placeOrder(buyer, 119)).body).toMatchObject({ totalPrice: 119, tax: 19 });
  // A typo mended is another number.
  await give(buyer, "FR00123456782");
  await putParts(buyer, [world.part, 1]);
  await expect.poll(() => quoteOf(buyer)).toMatchObject({ vat: "valid" });
});

it("orders go on with tax while VIES is down", async () => {
  expectWarning(/VIES/);
  const buyer = await openBuyer(await openWithVies());
  const vatId = "FR00123456789";
  await give(buyer, vatId);
  await expect.poll(() => vies.asked.get(vatId)).toBeGreaterThan(0);
  expect(await quoteOf(buyer)).toMatchObject({ ...contained, vat: "waiting" });
  expect((await placeOrder(buyer, 119)).status).toBe(200);
});

it("nobody waits for a slow VIES, whose answer counts when it comes", async () => {
  const buyer = await openBuyer(await openWithVies());
  const vatId = "FR00123456787";
  const release = holdAnswers();
  await give(buyer, vatId);
  await expect.poll(() => vies.asked.get(vatId)).toBe(1);
  expect(await quoteOf(buyer)).toMatchObject({ ...contained, vat: "waiting" });
  release();
  await expect.poll(() => quoteOf(buyer)).toMatchObject(withoutTax);
});

it("one person has few numbers checked", async () => {
  const world = await prepare(await share());
  const buyer = await openBuyer(world);
  for (let each = 0; each < 20; each++) {
    expect(await give(buyer, `FR001234${10_000 + each}`)).toMatchObject(contained);
  }
  const path = "/api/checkout";
  expect((await buyer.send("PATCH", path, { vatId: "FR00123499999" })).status).toBe(429);
  const company = { name: french.company, address: "Rue 1", country: "FR" };
  const add = async (vatId: string) =>
    (await buyer.send("POST", "/api/own-company", { ...company, vatId })).status;
  expect(await add("FR00123499998")).toBe(429);
  // One of before, and other people's, are not refused.
  expect(await give(buyer, "FR00123410000")).toMatchObject(contained);
  expect(await add("FR00123410000")).toBe(200);
  expect(await give(await openBuyer(world), "FR00123499999")).toMatchObject(contained);
});

it("without VIES an admin confirms a company's number, and takes that back", async () => {
  const world = await prepare(await share());
  const { admin } = world;
  const buyer = await openBuyer(world);
  const own = { name: french.company, address: "Rue 1", country: "FR", vatId: "FR00123456777" };
  const added = await buyer.send("POST", "/api/own-company", own);
  const id = `${(added.body as OwnCompany).company?._id}`;
  const vatOf = async () =>
    ((await admin.get(`/api/companies/${id}`)).body as CompanyAccount).company.vat;
  expect(await vatOf()).toBe("waiting");
  expect(await give(buyer, own.vatId)).toMatchObject({ ...contained, vat: "waiting" });
  const { address: _, ...holder } = own;
  const confirm = (who: SignedIn, body: object) =>
    who.send("POST", "/api/vat-numbers/confirmation", body);
  expect((await confirm(buyer, holder)).status).toBe(403);
  expect((await confirm(admin, { ...holder, country: "DE" })).status).toBe(400);
  const { body } = await confirm(admin, holder);
  expect(body).toMatchObject({ state: "valid" });
  // The same again changes nothing.
  expect((await confirm(admin, holder)).body).toEqual(body);
  expect(await quoteOf(buyer)).toMatchObject(withoutTax);
  const listed = (await admin.get("/api/companies?q=FR00123456777")).body as AccountCompany[];
  expect(listed).toMatchObject([{ _id: id, vat: "valid" }]);
  const { _id } = body as { _id: string };
  expect(await undoLast(admin, "confirm-vat-number", _id)).toBe(200);
  expect(await quoteOf(buyer)).toMatchObject({ ...contained, vat: "waiting" });
  // Another name, and it is to be confirmed anew.
  await confirm(admin, holder);
  expect(await vatOf()).toBe("valid");
  await buyer.send("PUT", "/api/own-company", { ...own, name: "Garage Paris" });
  expect(await vatOf()).toBe("waiting");
});
