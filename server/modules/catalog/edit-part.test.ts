import { describe, expect, it } from "vitest";
import type { AuditEntry } from "#contract/audit.ts";
import type { Part, PartPage } from "#contract/catalog.ts";
import type { PartRecord } from "#contract/part-edits.ts";
import type { CatalogueReply } from "#contract/search.ts";
import { aPart, aPartType } from "#seed/builders.ts";
import { miscountStock } from "#tests/builders/part.ts";
import { type OpenShop, shareShop } from "#tests/open-shop.ts";
import { signUpAdmin } from "#tests/people.ts";

const openShop = shareShop({
  types: [
    aPartType({ slug: "brakes", name: "Brakes" }),
    aPartType({
      parent: "brakes",
      attributes: [{ name: "Diameter", unit: "mm", kind: "number", facet: true }],
    }),
  ],
});

async function open(part: Parameters<typeof aPart>[0] = {}) {
  const shop = await openShop();
  const admin = await signUpAdmin(shop);
  const add = async (given: Parameters<typeof aPart>[0] = {}) => {
    const { status, body } = await admin.send("POST", "/api/parts", aPart(given));
    expect([status, body]).toMatchObject([200, {}]);
    return (body as { insertedId: string }).insertedId;
  };
  const id = await add(part);
  const edit = (fields: object, which = id) => admin.send("PATCH", `/api/parts/${which}`, fields);
  const record = async () => (await admin.get(`/api/parts/${id}/record`)).body as PartRecord;
  return { shop, admin, id, add, edit, record };
}

const page = async ({ get }: OpenShop, idOrNumber: string) => {
  const { status, body } = await get(`/api/parts/${encodeURIComponent(idOrNumber)}`);
  return status === 200 ? (body as PartPage) : status;
};

let lastNumber = 0;
const aNumber = () => `TE-${++lastNumber}00`;

const everything = () => ({
  name: "Disc",
  description: "Coated.",
  minimumQuantity: 1,
  price: 12.5,
  number: aNumber(),
  type: "brake-discs",
  brand: "Partworks",
  life: "announced",
  packOf: 2,
  lowStock: 5,
  pictures: ["https://pictures.example/1.png", "https://pictures.example/2.png"],
  attributes: [
    { name: "Diameter", unit: "mm", value: 312 },
    { name: "Coating", unit: null, value: "zinc" },
  ],
  numbers: [
    { kind: "oe", brand: "Corvane", written: "8V0 615 301 A", pieces: 1, note: "" },
    { kind: "competitor", brand: "Brakon", written: "b-77/1", pieces: 0.5, note: "pair" },
  ],
});

describe("PATCH /parts/:id", () => {
  it("changes everything of a part, shows it, and stores what undoes it", async () => {
    const { shop, admin, id, edit, record } = await open();
    const before = await record();
    const fields = everything();
    await shop.get("/api/catalogue");
    const { status, body } = await edit({ version: before.version, ...fields });
    const ofBrand = (await shop.get(`/api/catalogue?brand=${fields.brand}`)).body;
    expect((ofBrand as CatalogueReply).items).toMatchObject([{ _id: id }]);
    const earlier = { kind: "old", brand: null, written: before.number, pieces: 1, note: "" };
    const written = { ...fields, numbers: [...fields.numbers, earlier] };
    expect([status, body]).toMatchObject([200, { ...written, version: before.version + 1 }]);
    expect(await page(shop, fields.number)).toMatchObject({
      _id: id,
      name: "Disc",
      img: "https://pictures.example/1.png",
      number: fields.number,
      types: [
        { slug: "brakes", name: "Brakes" },
        { slug: "brake-discs", name: "Brake discs" },
      ],
      smallestOrder: { quantity: 2, pieces: 4 },
    });
    const [entry] = (await admin.get("/api/audit?limit=1")).body as [AuditEntry];
    expect(entry).toMatchObject({ action: "edit-part", about: id, after: written });
    expect((await edit(entry.before as object)).status).toBe(200);
    const { version: _, numbers, ...undone } = await record();
    const { version: __, numbers: ___, ...was } = before;
    expect(undone).toEqual(was);
    expect(numbers.map(({ kind, written }) => [kind, written])).toEqual([["old", fields.number]]);
  });

  it("refuses an outdated version with the present values, and changes nothing", async () => {
    const { edit, record } = await open();
    const { version } = await record();
    await edit({ version, name: "First" });
    const { status, body } = await edit({ version, name: "Second", price: 1 });
    expect([status, body]).toMatchObject([
      409,
      { error: { code: "conflict", present: { name: "First", version: version + 1 } } },
    ]);
    expect(await record()).toMatchObject({ name: "First", version: version + 1 });
  });

  it("raises the version by edits alone", async () => {
    const { shop, id, edit, record } = await open();
    await edit({ name: (await record()).name });
    await miscountStock(shop.shop.db, { id }, -1);
    expect(await record()).toMatchObject({ version: 1, availablQuantity: 399 });
    await edit({ attributes: [{ name: "Colour", value: "red" }] });
    expect((await record()).version).toBe(2);
  });

  it("shows a new name in the list at once", async () => {
    const { shop, id, edit } = await open();
    await shop.get("/api/parts");
    await edit({ name: "Renamed" });
    const found = ((await shop.get("/api/parts")).body as Part[]).find(({ _id }) => _id === id);
    expect(found?.name).toBe("Renamed");
  });

  it.each([
    [{ type: "no-such-type" }, "type"],
    [{ number: "ä" }, "number"],
    [{ number: "8V0/615" }, "number"],
    [{ numbers: [{ kind: "gtin", written: "4006381333932" }] }, "numbers"],
    [{ numbers: [{ kind: "oe", written: "8V0 615" }] }, "numbers"],
    [{ attributes: [{ name: "Diameter", unit: "inch", value: 1 }], type: "brake-discs" }, "attr"],
    [{ attributes: [{ name: "Diameter", value: "wide" }], type: "brake-discs" }, "attr"],
    [{ replacedBy: [{ part: "NO-SUCH-1" }] }, "replacedBy"],
    [{ packOf: 0 }, "packOf"],
    [{ life: "dead" }, "life"],
  ])("refuses %j at its field, and changes nothing", async (fields, field) => {
    const { edit, record } = await open();
    const before = await record();
    const { status, body } = await edit({ name: "Other", ...fields });
    expect(status).toBe(400);
    const { error } = body as { error: { fields: Record<string, string> } };
    expect(Object.keys(error.fields)[0]).toContain(field);
    expect(await record()).toEqual(before);
  });
});

describe("a part's number", () => {
  it("is generated where none is given, skips those in use, and never comes again", async () => {
    const { add, admin, id, record } = await open();
    const next = (number: string, ahead: number) => `PW-${Number(number.slice(3)) + ahead}`;
    const { number } = await record();
    expect(number).toMatch(/^PW-1\d{4}$/);
    await add({ number: next(number, 1).replace("-", " ") });
    await admin.send("DELETE", `/api/parts/${id}`);
    const later = await add();
    const { body } = await admin.get(`/api/parts/${later}/record`);
    expect((body as PartRecord).number).toBe(next(number, 2));
  });

  it("finds the part in any spelling, also when it was an earlier one", async () => {
    const number = aNumber();
    const { shop, id, edit } = await open({ number });
    const changed = aNumber();
    await edit({ number: changed });
    for (const asked of [number, changed, changed.toLowerCase(), number.replace("-", " "), id]) {
      expect(await page(shop, asked)).toMatchObject({ _id: id, number: changed });
    }
    expect(await page(shop, "no such number")).toBe(404);
  });

  it("belongs to one part, now and later", async () => {
    const number = aNumber();
    const { add, admin, edit } = await open({ number });
    const other = await add();
    const taken = [409, { error: { fields: { number: expect.stringContaining(number) } } }];
    const { status, body } = await edit({ number: number.toLowerCase() }, other);
    expect([status, body]).toMatchObject(taken);
    await edit({ number: aNumber() });
    const later = await admin.send("POST", "/api/parts", aPart({ number }));
    expect([later.status, later.body]).toMatchObject(taken);
    const racing = aNumber();
    const both = await Promise.all([edit({ number: racing }), edit({ number: racing }, other)]);
    expect(both.map((each) => each.status).sort()).toEqual([200, 409]);
  });

  it("is a GTIN once, whatever its length", async () => {
    const { add, edit } = await open();
    const other = await add();
    const gtin = (written: string) => ({ numbers: [{ kind: "gtin", written }] });
    expect((await edit(gtin("2000000000015"))).status).toBe(200);
    expect((await edit(gtin("02000000000015"), other)).status).toBe(409);
  });
});

describe("successors", () => {
  it("are resolved along the chain, with a split and quantities", async () => {
    const { shop, add } = await open();
    const parts = await Promise.all(["A", "B", "C", "D", "E"].map((name) => add({ name })));
    const [a = "", b = "", c = "", d = "", e = ""] = parts;
    const replace = async (old: string, replacedBy: object[], life = "superseded") => {
      const admin = await signUpAdmin(shop);
      const { status } = await admin.send("PATCH", `/api/parts/${old}`, { replacedBy, life });
      return status;
    };
    expect(await replace(a, [{ part: b, since: "2020-01-31", reason: "new seal" }])).toBe(200);
    expect(await replace(b, [{ part: c, quantity: 2 }])).toBe(200);
    expect(await replace(c, [{ part: d }, { part: e, quantity: 3 }])).toBe(200);
    // Its page was answered before, and knew of no chain.
    const f = await add({ name: "F" });
    expect(((await page(shop, f)) as PartPage).chain).toEqual([]);
    expect(await replace(e, [{ part: f }], "active")).toBe(200);
    expect(((await page(shop, f)) as PartPage).chain).not.toEqual([]);
    expect(await replace(e, [], "active")).toBe(200);
    const first = (await page(shop, a)) as PartPage;
    const names = first.successors.map((together) =>
      together.map(({ part, quantity }) => `${quantity} ${part.name}`).sort(),
    );
    expect(names).toEqual([["2 D", "6 E"]]);
    expect(first.chain).toHaveLength(4);
    expect(first.chain[0]).toMatchObject({ since: "2020-01-31", reason: "new seal" });
    expect(((await page(shop, d)) as PartPage).chain).toHaveLength(3);
    expect(await replace(d, [{ part: a }])).toBe(409);
    expect(await replace(d, [{ part: d }])).toBe(400);
  });

  it("close no circle, even when two admins add them at once", async () => {
    const { shop, id, add, edit } = await open();
    const other = await add();
    const both = await Promise.all([
      edit({ replacedBy: [{ part: other }] }),
      edit({ replacedBy: [{ part: id }] }, other),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await page(shop, id)).toMatchObject({ chain: [{}] });
  });

  it("are named by the refusal of a deleted part", async () => {
    const number = aNumber();
    const { shop, admin, id, add, edit } = await open({ number });
    const other = await add({ name: "Follower" });
    await edit({ replacedBy: [{ part: other }] });
    await admin.send("DELETE", `/api/parts/${id}`);
    const { status, body } = await shop.get(`/api/parts/${number}`);
    const present = { successors: [[{ part: { name: "Follower" }, quantity: 1 }]] };
    expect([status, body]).toMatchObject([410, { error: { code: "gone", present } }]);
  });
});

describe("a hidden part", () => {
  it("is in no list, on no page, and cannot be ordered; an ended one is still shown", async () => {
    const { shop, id, edit, record } = await open();
    const listed = async () => {
      const parts = (await shop.get("/api/parts")).body as Part[];
      return parts.some(({ _id }) => _id === id);
    };
    const types = async () => {
      const all = (await shop.get("/api/part-types")).body as { slug: string; parts: number }[];
      return all.map(({ slug, parts }) => [slug, parts]);
    };
    const before = await types();
    await edit({ type: "brake-discs", life: "ended" });
    expect([await listed(), await page(shop, id)]).toMatchObject([true, { life: "ended" }]);
    expect(await types()).toEqual(before.map(([slug, parts]) => [slug, Number(parts) + 1]));
    await edit({ hidden: true });
    expect([await listed(), await page(shop, id)]).toEqual([false, 404]);
    expect((await shop.get(`/api/purchase/${id}`)).status).toBe(404);
    expect(await types()).toEqual(before);
    expect((await record()).hidden).toBe(true);
  });
});
