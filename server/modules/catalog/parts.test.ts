import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { newPart } from "#contract/part-edits.ts";
import { aPart } from "#seed/builders.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { hideTable } from "#tests/builders/fault.ts";
import { changePart } from "#tests/builders/part.ts";
import { type OpenShop, openShop } from "#tests/open-shop.ts";
import { signUp, signUpAdmin } from "#tests/people.ts";
import { shareEmptyShop } from "#tests/share-empty-shop.ts";
import { addPart, addParts } from "./add-parts.ts";
import { listParts } from "./list-parts.ts";
import { parts } from "./tables.ts";

const emptyShop = shareEmptyShop();

const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => aPart({ name: `Part ${index + 1}` }));
const names = (body: unknown) => (body as { name: string }[]).map(({ name }) => name);

describe("GET /parts", () => {
  it("returns the whole array, oldest first, with the specified fields and the number", async () => {
    const { get } = await emptyShop({ parts: numbered(12) });
    const { status, body } = await get("/api/parts");
    expect(status).toBe(200);
    expect(names(body)).toEqual(numbered(12).map(({ name }) => name));
    expect((body as object[])[0]).toEqual({
      _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      ...aPart({ name: "Part 1" }),
      number: "PW-10001",
    });
  });

  it("returns an empty array in an empty shop", async () => {
    const { get } = await emptyShop();
    expect(await get("/api/parts")).toEqual({ status: 200, body: [] });
  });

  it("returns the newest in the order of the list", async () => {
    const { get } = await emptyShop({ parts: numbered(9) });
    expect(names((await get("/api/parts?newest=3")).body)).toEqual(["Part 7", "Part 8", "Part 9"]);
    expect(names((await get("/api/parts?newest=100")).body)).toHaveLength(9);
  });

  it("pages through all parts once", async () => {
    const { get } = await emptyShop({ parts: numbered(25) });
    const seen: string[] = [];
    for (let after = ""; ; ) {
      const { body } = await get(`/api/parts?limit=10${after}`);
      const page = body as { _id: string; name: string }[];
      seen.push(...names(page));
      if (page.length < 10) break;
      after = `&after=${page.at(-1)?._id}`;
    }
    expect(seen).toEqual(numbered(25).map(({ name }) => name));
  });

  it("finds parts whose names contain all words, page by page", async () => {
    const given = ["Oil Filter M20", "Air Filter", "Brake 100% new", "oil sump", "Oil filter M22"];
    const { get } = await emptyShop({ parts: given.map((name) => aPart({ name })) });
    const found = async (q: string, more = "") =>
      names((await get(`/api/parts?q=${encodeURIComponent(q)}${more}`)).body);
    expect(await found("filter OIL")).toEqual(["Oil Filter M20", "Oil filter M22"]);
    expect(await found("filter", "&newest=1")).toEqual(["Oil filter M22"]);
    expect(await found("%")).toEqual(["Brake 100% new"]);
    expect(await found("_")).toEqual([]);
    expect(await found("  ")).toEqual(given);
    const { body } = await get("/api/parts?q=filter&limit=1");
    const first = (body as { _id: string }[])[0]?._id;
    expect(await found("filter", `&limit=5&after=${first}`)).toEqual([
      "Air Filter",
      "Oil filter M22",
    ]);
  });

  it("returns at most a hundred results of a search", async () => {
    const { get } = await emptyShop({ parts: Array.from({ length: 103 }, () => aPart()) });
    const first = (await get("/api/parts?q=brake")).body as { _id: string }[];
    expect(first).toHaveLength(100);
    expect((await get(`/api/parts?q=brake&after=${first.at(-1)?._id}`)).body).toHaveLength(3);
    expect((await get("/api/parts?q=%20")).body).toHaveLength(100);
    expect((await get("/api/parts")).body).toHaveLength(103);
  });

  it("refuses short words where there are too many parts to look through", async () => {
    const shop = await emptyShop({
      parts: Array.from({ length: 5_001 }, (_, at) =>
        aPart({ name: `Bolt ${at}`, number: at === 5_000 ? "Q7" : `PX-${at}` }),
      ),
    });
    const admin = await signUpAdmin(shop);
    for (const path of ["parts", "managed-parts"]) {
      const find = (q: string) => admin.get(`/api/${path}?q=${encodeURIComponent(q)}`);
      expect((await find("lt")).body).toHaveLength(100);
      expect((await find("bolt 5000")).body).toMatchObject([{ name: "Bolt 5000" }]);
      const { status, body } = await find("zz");
      expect(status).toBe(400);
      expect(body).toMatchObject({ error: { fields: { q: expect.stringContaining("three") } } });
    }
    const named = await admin.get("/api/managed-parts?q=q7");
    expect(named.body).toMatchObject([{ name: "Bolt 5000" }]);
  });

  it("finds the same with the index as without it", async () => {
    const given = [
      "Oil Filter M20",
      "ÖLFILTER 5%",
      "oil_filter",
      "Brake\\Disc",
      "Filter",
      "oi",
      "İstanbul",
    ];
    const { shop } = await emptyShop({ parts: given.map((name) => aPart({ name })) });
    const found = (q: string, without: "seqscan" | "bitmapscan") =>
      inTransaction(shop.db, async (within) => {
        for (const way of [without, "indexscan"]) {
          await within.execute(sql.raw(`set local enable_${way} = off`));
        }
        return (await listParts(within, { q })).map(({ name }) => name);
      });
    for (const q of ["filter", "ÖLF", "5%", "l_f", "e\\D", "oi", "M20 oil", "stan", "no", "FİL"]) {
      expect([q, await found(q, "seqscan")]).toEqual([q, await found(q, "bitmapscan")]);
    }
    const plan = await inTransaction(shop.db, async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`);
      return queryRows(tx, sql`explain select from parts where lower(name) like lower('%filter%')`);
    });
    expect(JSON.stringify(plan)).toContain("parts_by_name");
  });

  it("keeps the cents of every price", async () => {
    const prices = [1, 29, 57, 435, 1_999, 9_999_999];
    const { get } = await emptyShop({ parts: prices.map((priceCents) => aPart({ priceCents })) });
    const { body } = await get("/api/parts");
    expect((body as { price: number }[]).map(({ price }) => price)).toEqual([
      0.01, 0.29, 0.57, 4.35, 19.99, 99_999.99,
    ]);
  });

  it("is a 304 for an unchanged list, without asking the database", async () => {
    const { request, shop } = await openShop({ parts: numbered(3) });
    const first = await request("/api/parts");
    await first.arrayBuffer();
    const etag = first.headers.get("etag") ?? "";
    // With the table out of reach, only memory can answer.
    await hideTable(shop.db, "parts");
    const again = await request("/api/parts", { headers: { "if-none-match": etag } });
    expect(again.status).toBe(304);
    expect((await request("/api/parts")).status).toBe(200);
  });

  it("returns large lists completely", async () => {
    const { get } = await emptyShop({ parts: numbered(1_201) });
    expect(names((await get("/api/parts")).body)).toEqual(numbered(1_201).map(({ name }) => name));
  });
});

describe("GET /purchase/:id", () => {
  it("returns one part", async () => {
    const { get, shop } = await emptyShop();
    const id = await addPart(shop.db, aPart({ name: "Oil Filter" }));
    expect(await get(`/api/purchase/${id}`)).toMatchObject({
      status: 200,
      body: { _id: id, name: "Oil Filter" },
    });
  });

  it("shows changes of the part", async () => {
    const { get, shop } = await emptyShop();
    const id = await addPart(shop.db, aPart({ availablQuantity: 10 }));
    await get(`/api/purchase/${id}`);
    await changePart({ shop }, { id }, { stock: 9 });
    await expect
      .poll(async () => (await get(`/api/purchase/${id}`)).body)
      .toMatchObject({ availablQuantity: 9 });
  });
});

describe("POST /parts", () => {
  const key = "0b9e6c1e-6f0a-4b7e-9d52-5b8a3f0c7d11";
  const listed = async ({ get }: OpenShop) => names((await get("/api/parts")).body);

  it("adds a part at the end of the list, for an admin", async () => {
    const shop = await openShop({ parts: [aPart({ name: "Old" })] });
    const admin = await signUpAdmin(shop);
    const { status, body } = await admin.send("POST", "/api/parts", aPart({ name: "New" }));
    expect([status, body]).toEqual([200, { insertedId: expect.any(String) }]);
    expect(await listed(shop)).toEqual(["Old", "New"]);
    const { insertedId } = body as { insertedId: string };
    expect((await shop.get(`/api/purchase/${insertedId}`)).body).toEqual({
      _id: insertedId,
      ...aPart({ name: "New" }),
      number: "PW-10002",
    });
  });

  it("rejects everyone else", async () => {
    const shop = await emptyShop();
    const vera = await signUp(shop);
    expect((await vera.send("POST", "/api/parts", aPart())).status).toBe(403);
    expect((await shop.send("POST", "/api/parts", aPart())).status).toBe(401);
    expect(await listed(shop)).toEqual([]);
  });

  it.each([
    ["name", "Name is Required", " "],
    ["name", "Name is Required", "\u0085"],
    ["name", "Name is Required", "\u200b"],
    ["name", "Must be at most 200 characters", "x".repeat(201)],
    ["img", "Must be a web address that starts with https://", "picture.png"],
    ["description", "Must be at most 4000 characters", "x".repeat(4_001)],
    ["minimumQuantity", "Must be a whole number", null],
    ["minimumQuantity", "Must not be negative", -1],
    ["availablQuantity", "Must be a whole number", 1.5],
    ["availablQuantity", "Is too large", 1e12],
    ["price", "Must be a price in dollars, such as 12.50", null],
    ["price", "Must be at least 0.01", 0],
    ["price", "Must have at most two decimals", 12.345],
    ["price", "Must be at most 10,000,000", 10_000_000.01],
  ])("refuses a wrong %s: %s", async (field, message, value) => {
    const shop = await emptyShop();
    const admin = await signUpAdmin(shop);
    const { status, body } = await admin.send("POST", "/api/parts", { ...aPart(), [field]: value });
    expect([status, body]).toMatchObject([400, { error: { fields: { [field]: message } } }]);
    expect(await listed(shop)).toEqual([]);
  });

  it("adds a part once per key, at once or later", async () => {
    const shop = await emptyShop();
    const admin = await signUpAdmin(shop);
    const add = (part: object) => admin.send("POST", "/api/parts", part);
    const both = await Promise.all([add({ ...aPart(), key }), add({ ...aPart(), key })]);
    const again = await add({ ...aPart(), key });
    expect(new Set([...both, again].map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await listed(shop)).toHaveLength(1);
    await add(aPart());
    await add(aPart());
    expect(await listed(shop)).toHaveLength(3);
  });

  const corrections = {
    name: "Corrected",
    img: "https://pictures.example/1.jpg",
    description: "Corrected",
    minimumQuantity: 41,
    availablQuantity: 977,
    price: 12.34,
    number: "PW-990001",
    type: null,
    brand: "Ostkamp",
    life: "announced",
    packOf: 3,
    lowStock: 4,
    hidden: true,
    weight: 5,
    bulky: true,
    dangerous: true,
    taxClass: "goods",
    deposit: 6,
    pictures: ["https://pictures.example/2.jpg"],
    attributes: [{ name: "Width", value: 7 }],
    numbers: [{ kind: "gtin", written: "2000000000015" }],
    replacedBy: [],
    components: [],
    fromShelf: false,
    furtherTypes: [],
  };

  it("refuses one that is corrected in any field, under the same key", async () => {
    expect(Object.keys({ ...corrections, key }).sort()).toEqual(Object.keys(newPart.shape).sort());
    const shop = await emptyShop();
    const admin = await signUpAdmin(shop);
    await admin.send("POST", "/api/parts", { ...aPart(), key });
    for (const [field, value] of Object.entries(corrections)) {
      const sent = { ...aPart(), key, [field]: value };
      const { status, body } = await admin.send("POST", "/api/parts", sent);
      expect([field, status, body]).toMatchObject([field, 409, { error: { code: "key-reused" } }]);
    }
    expect(await shop.shop.db.$count(parts)).toBe(1);
  });

  it("adds a deleted part again under a new key, with a new id", async () => {
    const shop = await emptyShop();
    const admin = await signUpAdmin(shop);
    const add = async (key: string) => {
      const { body } = await admin.send("POST", "/api/parts", { ...aPart(), key });
      return (body as { insertedId: string }).insertedId;
    };
    const first = await add(key);
    expect((await admin.send("DELETE", `/api/parts/${first}`)).status).toBe(200);
    expect((await admin.send("DELETE", `/api/parts/${first}`)).status).toBe(404);
    expect(await add(key)).toBe(first);
    const second = await add(crypto.randomUUID());
    expect(second).not.toBe(first);
    expect(await listed(shop)).toHaveLength(1);
  });
});

describe("the store", () => {
  it.each([
    ["a negative stock", aPart({ availablQuantity: -1 })],
    ["a negative minimum", aPart({ minimumQuantity: -1 })],
    ["no name", aPart({ name: " \t\n" })],
    ["too long a name", aPart({ name: "x".repeat(201) })],
    ["too long a description", aPart({ description: "x".repeat(4_001) })],
    ["too high a price", aPart({ priceCents: 1_000_000_001 })],
    ["no price", aPart({ priceCents: 0 })],
  ])("cannot hold a part with %s, and then holds none of its batch", async (_, bad) => {
    const { shop } = await emptyShop();
    const adding = inTransaction(shop.db, (tx) => addParts(tx, [aPart(), bad]));
    await expect(adding).rejects.toThrow();
    expect(await listParts(shop.db, {})).toEqual([]);
  });
});
