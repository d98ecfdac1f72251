import { describe, expect, it } from "vitest";
import type { AuditEntry } from "#contract/audit.ts";
import type { LegalRecord, LegalText } from "#contract/legal.ts";
import type { Order } from "#contract/orders.ts";
import type { Overview } from "#contract/overview.ts";
import { legalPageSlugs } from "#contract/rules/legal-pages.ts";
import { readLegalText } from "#contract/rules/read-legal-text.ts";
import type { SettingsRecord } from "#contract/settings.ts";
import { openShop, shareShop } from "#tests/open-shop.ts";
import { aStockedPart, placeOrder } from "#tests/orders.ts";
import { openVisitor, type SignedIn, signUp, signUpAdmin, type Visitor } from "#tests/people.ts";

const share = shareShop();

const read = async ({ get }: Pick<Visitor, "get">, page = "terms", query = "") =>
  (await get(`/api/legal/${page}${query}`)).body as LegalText;

const save = (admin: SignedIn, version: number, text: string, page = "terms") =>
  admin.send("PUT", `/api/legal/${page}`, { version, text });

describe("legal texts", () => {
  it("begin as samples, of which admins are told, and are replaced version by version", async () => {
    const shop = await openShop();
    const admin = await signUpAdmin(shop);
    const samples = async () =>
      ((await admin.get("/api/overview")).body as Overview).toDo.sampleTexts;
    expect(await samples()).toBe(legalPageSlugs.length);
    for (const page of legalPageSlugs) {
      const { version, savedAt, text } = await read(shop, page);
      expect([page, version, savedAt]).toEqual([page, 0, null]);
      expect(readLegalText(text).some(({ kind }) => kind === "heading")).toBe(true);
    }
    expect(await save(admin, 0, "# One\n- first")).toMatchObject({
      status: 200,
      body: { version: 1 },
    });
    expect(await samples()).toBe(legalPageSlugs.length - 1);
    await expect.poll(() => read(shop)).toMatchObject({ version: 1, text: "# One\n- first" });
    await save(admin, 1, "Two");
    await expect.poll(() => read(shop)).toMatchObject({ version: 2, present: 2, text: "Two" });
    expect(await read(shop, "terms", "?version=1")).toMatchObject({ version: 1, present: 2 });
    expect(await read(shop, "terms", "?version=0")).toMatchObject({ savedAt: null, present: 2 });
    expect((await shop.get("/api/legal/terms?version=3")).status).toBe(404);
    const html = await (await shop.request("/terms")).text();
    expect([html.includes("Two"), html.includes("sample text")]).toEqual([true, false]);
    const earlier = await shop.request("/terms?version=1");
    expect(await earlier.text()).toMatch(/noindex.*This is an earlier version/s);
    expect((await shop.request("/terms?version=3")).status).toBe(404);
  });

  it("that another admin saved meanwhile are shown, not overwritten; the last save can be undone", async () => {
    const admin = await signUpAdmin(await share());
    const all = (await admin.get("/api/legal")).body as LegalRecord[];
    const privacy = all.find(({ page }) => page === "privacy");
    await save(admin, 0, "Theirs", "privacy");
    expect(await save(admin, 0, "Mine", "privacy")).toMatchObject({
      status: 409,
      body: { error: { present: { version: 1, text: "Theirs" } } },
    });
    const [entry] = (await admin.get(`/api/audit?about=${privacy?._id}`)).body as AuditEntry[];
    expect(entry).toMatchObject({ action: "edit-legal-text", after: { version: 1 } });
    expect((await admin.send("POST", `/api/undo/${entry?._id}`)).status).toBe(200);
    expect(await read(admin, "privacy")).toMatchObject({ version: 2, text: privacy?.text });
    expect((await admin.send("POST", `/api/undo/${entry?._id}`)).status).toBe(409);
    for (const text of ["", "   ", "x".repeat(20_001)]) {
      expect((await save(admin, 2, text, "privacy")).status).toBe(400);
    }
  });

  it("are kept by an order as they were when it was made", async () => {
    const shop = await openShop();
    const [admin, vera] = [await signUpAdmin(shop), await signUp(shop)];
    const part = await aStockedPart(shop);
    const before = await placeOrder(vera, part);
    await save(admin, 0, "Mine");
    const after = await placeOrder(vera, part);
    await save(admin, 1, "Mine, again");
    const legalOf = async ({ _id }: Order) =>
      ((await vera.get(`/api/orders/${_id}`)).body as Order).legal;
    expect([before.legal, after.legal]).toEqual([{}, { terms: 1 }]);
    expect([await legalOf(before), await legalOf(after)]).toEqual([{}, { terms: 1 }]);
  });

  it("of the imprint name the company of the settings, to everybody", async () => {
    const shop = await openShop();
    const admin = await signUpAdmin(shop);
    const all = (await admin.get("/api/settings")).body as SettingsRecord[];
    const company = all.find(({ section }) => section === "company");
    expect((await read(shop, "imprint")).company?.name).toBe("Partwright");
    await admin.send("PUT", "/api/settings", {
      section: "company",
      version: company?.version,
      value: { ...company?.value, name: "Parts Ltd", vatId: "DE123456789" },
    });
    const visitor = openVisitor(shop);
    await expect
      .poll(async () => (await read(visitor, "imprint")).company)
      .toMatchObject({ name: "Parts Ltd", vatId: "DE123456789" });
  });
});
