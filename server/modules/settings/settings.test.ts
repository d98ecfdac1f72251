import { describe, expect, it } from "vitest";
import type { Settings, SettingsRecord } from "#contract/settings.ts";
import { aDeliveryMethod, aTaxRate } from "#tests/builders/settings.ts";
import { openShop, shareShop } from "#tests/open-shop.ts";
import { type SignedIn, signUp, signUpAdmin } from "#tests/people.ts";

const share = shareShop();

type Section = keyof Settings;

async function read(admin: SignedIn, section: Section) {
  const all = (await admin.get("/api/settings")).body as SettingsRecord[];
  const record = all.find((each) => each.section === section);
  if (!record) throw new Error(`There is no section ${section}`);
  return record;
}

/** With these fields in place of what is there. */
async function save(admin: SignedIn, section: Section, changes: object) {
  const { version, value } = await read(admin, section);
  return admin.send("PUT", "/api/settings", { section, version, value: { ...value, ...changes } });
}

const messagesOf = ({ body }: { body: unknown }) =>
  (body as { error: { fields?: Record<string, string> } }).error.fields;

describe("settings", () => {
  it("are saved as a version, written to the audit log, and undone by it", async () => {
    const shop = await openShop();
    const admin = await signUpAdmin(shop);
    const before = await read(admin, "company");
    expect(before).toMatchObject({ version: 1, overridden: {} });
    const saved = await save(admin, "company", { name: "Parts Ltd", timeZone: "Asia/Dhaka" });
    expect(saved).toMatchObject({
      status: 200,
      body: { version: 2, value: { name: "Parts Ltd" } },
    });
    const log = (await admin.get(`/api/audit?about=${before._id}`)).body as { _id: string }[];
    expect(log).toEqual([
      expect.objectContaining({
        action: "edit-settings",
        before: { name: "Partwright", timeZone: "UTC" },
        after: { name: "Parts Ltd", timeZone: "Asia/Dhaka" },
      }),
    ]);
    expect((await admin.send("POST", `/api/undo/${log[0]?._id}`)).status).toBe(200);
    expect(await read(admin, "company")).toMatchObject({ version: 3, value: before.value });
    expect((await admin.send("POST", `/api/undo/${log[0]?._id}`)).status).toBe(409);
  });

  it("that somebody else changed meanwhile are shown, not overwritten", async () => {
    const admin = await signUpAdmin(await share());
    const { version, value } = await read(admin, "company");
    await save(admin, "company", { phone: "+1 555 0100" });
    const body = { section: "company", version, value: { ...value, phone: "+1 555 0199" } };
    expect(await admin.send("PUT", "/api/settings", body)).toMatchObject({
      status: 409,
      body: { error: { present: { value: { phone: "+1 555 0100" } } } },
    });
  });

  it("that contradict each other are named, and nothing is saved", async () => {
    const admin = await signUpAdmin(await share());
    const before = await read(admin, "delivery");
    const north = { id: "north", name: "North", places: [{ country: "DE", from: "10", to: "29" }] };
    const south = { id: "south", name: "South", places: [{ country: "DE", from: "25", to: "99" }] };
    const methods = [
      aDeliveryMethod({ id: "post", zone: "east", taxClass: "none", transitFrom: 3, transitTo: 1 }),
      aDeliveryMethod({
        id: "post",
        zone: "north",
        rates: [
          { upTo: 5, cents: 1 },
          { upTo: 5, cents: 2 },
        ],
      }),
    ];
    const refused = await save(admin, "delivery", { zones: [north, south], methods });
    expect(refused.status).toBe(400);
    expect(Object.keys(messagesOf(refused) ?? {}).sort()).toEqual([
      "value.methods.0.taxClass",
      "value.methods.0.transitTo",
      "value.methods.0.zone",
      "value.methods.1.id",
      "value.methods.1.rates.1.upTo",
      "value.zones.1.places.0",
    ]);
    expect(await read(admin, "delivery")).toEqual(before);
  });

  it("contradict other sections as well", async () => {
    const shop = await openShop();
    const admin = await signUpAdmin(shop);
    const zones = [{ id: "home", name: "Home", places: [{ country: "DE" }] }];
    const classes = [
      { id: "standard", name: "Standard" },
      { id: "reduced", name: "Reduced" },
    ];
    expect((await save(admin, "company", { vatId: "" })).status).toBe(200);
    expect((await save(admin, "tax", { classes })).status).toBe(200);
    const methods = [aDeliveryMethod({ zone: "home", taxClass: "reduced" })];
    expect((await save(admin, "delivery", { zones, methods })).status).toBe(200);
    const rates = [aTaxRate({ rateBp: 1900 }), aTaxRate({ rateBp: 2000, from: "2027-01-01" })];
    const refused = await save(admin, "tax", {
      classes: classes.slice(0, 1),
      rates,
      reverseChargeIn: ["FR"],
    });
    expect(Object.keys(messagesOf(refused) ?? {}).sort()).toEqual([
      "value.classes",
      "value.rates.1.from",
      "value.reverseChargeIn",
    ]);
  });

  it("follow the environment where it sets them, and say so", async () => {
    const shop = await openShop({ env: { TIME_ZONE: "Europe/Berlin" } });
    const admin = await signUpAdmin(shop);
    expect(await read(admin, "company")).toMatchObject({
      value: { timeZone: "Europe/Berlin" },
      overridden: { timeZone: "TIME_ZONE" },
    });
    const refused = await save(admin, "company", { timeZone: "UTC" });
    expect(messagesOf(refused)).toEqual({
      "value.timeZone": "Is set by TIME_ZONE in the environment of the shop",
    });
    expect((await save(admin, "company", { name: "Parts Ltd" })).status).toBe(200);
  });

  it("refuse a company without a name, which invoices would wait for", async () => {
    const admin = await signUpAdmin(await share());
    const before = await read(admin, "company");
    expect(messagesOf(await save(admin, "company", { name: " " }))).toEqual({
      "value.name": "Please enter the name of your company: invoices and credit notes need it",
    });
    expect(await read(admin, "company")).toEqual(before);
  });

  it("refuse what no shop can have", async () => {
    const admin = await signUpAdmin(await share());
    for (const changes of [
      { timeZone: "Mars/Olympus" },
      { country: "Germany" },
      { vatId: "12" },
      { other: 1 },
    ]) {
      expect((await save(admin, "company", changes)).status, JSON.stringify(changes)).toBe(400);
    }
  });

  it("are for admins only", async () => {
    const shop = await share();
    const customer = await signUp(shop);
    expect((await customer.get("/api/settings")).status).toBe(403);
    expect((await shop.get("/api/settings")).status).toBe(401);
  });
});
