// Companies whose people buy at the prices of a group of customers.
import { beforeAll, describe, expect, it } from "vitest";
import type { CompanyAccount } from "#contract/accounts.ts";
import type { AuditEntry } from "#contract/audit.ts";
import type { Basket } from "#contract/baskets.ts";
import type { Checkout } from "#contract/checkout.ts";
import type { Order } from "#contract/orders.ts";
import { joinCompany, openAccount, undoLast } from "#tests/accounts.ts";
import { fillBasket } from "#tests/basket-order.ts";
import { aDeliveryMethod, aPriceList } from "#tests/builders/settings.ts";
import { aStockedPart } from "#tests/orders.ts";
import { sharePayingShop } from "#tests/paying-shop.ts";
import { type SignedIn, signUp, signUpAdmin, type Visitor } from "#tests/people.ts";
import { saveSettings } from "#tests/save-settings.ts";

const share = sharePayingShop();
const groups = [
  { id: "garages", name: "Garages" },
  { id: "fleet", name: "Fleet" },
];
let admin: SignedIn;

beforeAll(async () => {
  admin = await signUpAdmin(await share());
  const zones = [{ id: "home", name: "Home", places: [{ country: "DE" }] }];
  await saveSettings(admin, {
    company: { country: "DE", timeZone: "Europe/Berlin" },
    delivery: { zones, methods: [aDeliveryMethod()] },
    discounts: {
      groups,
      discounts: [],
      priceLists: [
        aPriceList({ id: "g", group: "garages", percents: [{ from: 1, percentBp: 1_000 }] }),
        aPriceList({ id: "f", group: "fleet", percents: [{ from: 1, percentBp: 2_000 }] }),
      ],
    },
  });
});

const read = async (who: Visitor) => (await who.get("/api/basket")).body as Basket;

const address = {
  name: "Vera Lind",
  street: "Kaistr. 4",
  postcode: "24103",
  city: "Kiel",
  phone: "",
  country: "DE",
};

describe("a company in a group", () => {
  async function openCompany() {
    const shop = await share();
    const buyer = await signUp(shop);
    const part = await aStockedPart(shop, { name: "Disc", priceCents: 5_000 });
    await fillBasket(buyer, part);
    const { id } = await openAccount(shop, 0, admin, buyer);
    const give = (group: string | null, expected: string | null) =>
      admin.send("PUT", `/api/companies/${id}/price-group`, { group, expected });
    const giveBuyer = (group: string | null) =>
      admin.send("PUT", `/api/user/${buyer.email}/price-group`, { group });
    return { shop, buyer, part, id, give, giveBuyer };
  }

  it("lets all its people buy at the prices of that group, as long as they belong to it", async () => {
    const { shop, buyer, part, id, give } = await openCompany();
    expect((await give("nobody", null)).status).toBe(400);
    expect(await give("fleet", null)).toMatchObject({ status: 200, body: { group: "fleet" } });
    const ofCompany = { price: 40, listPrice: 50 };
    expect(await read(buyer)).toMatchObject({
      lines: [ofCompany],
      groups: [{ name: "Fleet", ofCompany: true }],
    });
    const colleague = await joinCompany(shop, buyer);
    await fillBasket(colleague, part);
    expect((await read(colleague)).lines).toMatchObject([ofCompany]);
    const { quote } = (await colleague.send("PATCH", "/api/checkout", { address }))
      .body as Checkout;
    expect(quote.total).toBe(85.9);
    const body = { key: crypto.randomUUID(), expectedTotal: 85.9 };
    const placed = await colleague.send("POST", "/api/checkout/place", body);
    expect(placed.body).toMatchObject({ goods: 80 });
    const again = `/api/orders/${(placed.body as Order)._id}/again`;
    expect((await colleague.send("POST", again)).body).toMatchObject({ changes: [] });
    // At the telephone, too.
    const asked = { email: buyer.email, lines: [{ part: part.id, quantity: 2 }], country: "DE" };
    const quoted = await admin.send("POST", "/api/phone-orders/quote", { ...asked, method: null });
    expect(quoted.body).toMatchObject({ quote: { goods: 80 } });
    const own = await buyer.send("PUT", `/api/companies/${id}/price-group`, {
      group: null,
      expected: "fleet",
    });
    expect(own.status).toBe(403);
    await buyer.send("DELETE", `/api/own-company/members/${colleague.user._id}`);
    await fillBasket(colleague, part);
    const left = await read(colleague);
    expect([left.lines[0]?.price, left.groups]).toEqual([50, undefined]);
  });

  it("costs nobody more: of each part the lower price of person and company counts", async () => {
    const { buyer, give, giveBuyer } = await openCompany();
    await give("fleet", null);
    await giveBuyer("garages");
    expect(await read(buyer)).toMatchObject({
      lines: [{ price: 40 }],
      groups: [
        { name: "Garages", ofCompany: false },
        { name: "Fleet", ofCompany: true },
      ],
    });
    await give("garages", "fleet");
    await giveBuyer("fleet");
    expect((await read(buyer)).lines).toMatchObject([{ price: 40 }]);
    // One group is told once.
    await giveBuyer("garages");
    expect(await read(buyer)).toMatchObject({
      lines: [{ price: 45 }],
      groups: [{ name: "Garages", ofCompany: false }],
    });
  });

  it("has it written down and undone, unless somebody else changed it meanwhile", async () => {
    const { buyer, id, give } = await openCompany();
    await give("fleet", null);
    expect(await give("garages", null)).toMatchObject({
      status: 409,
      body: { error: { present: { group: "fleet" } } },
    });
    const entries = async () => (await admin.get(`/api/audit?about=${id}`)).body as AuditEntry[];
    expect(await entries()).toMatchObject([
      { action: "set-company-group", before: { group: null }, after: { group: "fleet" } },
    ]);
    const renamed = groups.map((each) => ({ ...each, name: `${each.name} and more` }));
    await saveSettings(admin, { discounts: { groups: renamed } });
    expect(await undoLast(admin, "set-company-group", id)).toBe(200);
    await saveSettings(admin, { discounts: { groups } });
    expect((await entries())[0]?.before).toMatchObject({ groupName: "Fleet and more" });
    expect((await read(buyer)).lines).toMatchObject([{ price: 50 }]);
    await give("garages", null);
    const [, ...earlier] = await entries();
    const given = earlier.at(-1);
    expect((await admin.send("POST", `/api/undo/${given?._id}`)).status).toBe(409);
  });

  it("does not come back into a group that was removed meanwhile", async () => {
    const { id, give } = await openCompany();
    await saveSettings(admin, {
      discounts: { groups: [...groups, { id: "trial", name: "Trial" }] },
    });
    await give("trial", null);
    await give(null, "trial");
    await saveSettings(admin, { discounts: { groups } });
    expect(await undoLast(admin, "set-company-group", id)).toBe(409);
    const { company } = (await admin.get(`/api/companies/${id}`)).body as CompanyAccount;
    expect(company.group).toBeNull();
  });
});
