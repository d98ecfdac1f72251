import fc from "fast-check";
import { expect, it } from "vitest";
import { type ManagedColumn, type ManagedPart, managedSorts } from "#contract/part-edits.ts";
import { stockLevel } from "#contract/rules/stock-level.ts";
import { aPart, aPartType } from "#seed/builders.ts";
import { openShop } from "#tests/open-shop.ts";
import { signUp, signUpAdmin } from "#tests/people.ts";

it("lists all parts for admins, by words, by numbers in any spelling, and hidden ones", async () => {
  const shop = await openShop({
    parts: [
      aPart({ name: "Oil Filter", number: "PW-1042" }),
      aPart({ name: "Air Filter", number: "PW-2208" }),
      aPart({ name: "Brake Disc", number: "PW-10421", hidden: true }),
    ],
  });
  const admin = await signUpAdmin(shop);
  const list = async (query: string) => {
    const { status, body } = await admin.get(`/api/managed-parts?${query}`);
    expect(status).toBe(200);
    return body as ManagedPart[];
  };
  const names = async (query = "") => (await list(query)).map(({ name }) => name);
  expect(await names()).toEqual(["Oil Filter", "Air Filter", "Brake Disc"]);
  expect(await names("q=filter")).toEqual(["Oil Filter", "Air Filter"]);
  expect(await names("q=pw1042")).toEqual(["Oil Filter", "Brake Disc"]);
  expect(await names("q=%25")).toEqual([]);
  expect(await names("view=hidden")).toEqual(["Brake Disc"]);
  const [first] = await list("limit=1");
  expect(first).toMatchObject({ number: "PW-1042", version: 1, hidden: false, lowStock: null });
  expect(await names(`after=${first?._id}`)).toEqual(["Air Filter", "Brake Disc"]);
  expect((await (await signUp(shop)).get("/api/managed-parts")).status).toBe(403);
});

it("lists at most a hundred at once", async () => {
  const parts = Array.from({ length: 101 }, (_, at) => aPart({ name: `Bolt ${at}` }));
  const admin = await signUpAdmin(await openShop({ parts }));
  for (const query of ["", "?q=bolt"]) {
    const { body } = await admin.get(`/api/managed-parts${query}`);
    expect(body).toHaveLength(100);
  }
});

it("finds as low what the rule does not call enough, where it is sold", async () => {
  const quantity = fc.oneof(fc.nat(30), fc.constantFrom(999_999_999, 1_000_000_000));
  const stock = fc.record({
    minimumQuantity: quantity,
    availablQuantity: quantity,
    lowStock: fc.option(quantity),
    hidden: fc.boolean(),
  });
  const stocks = fc.sample(stock, { numRuns: 120, seed: 17 });
  const shop = await openShop({
    parts: stocks.map(({ lowStock, ...given }, at) =>
      aPart({ name: `Part ${at}`, ...given, ...(lowStock !== null && { lowStock }) }),
    ),
  });
  const { body } = await (await signUpAdmin(shop)).get("/api/managed-parts?view=low");
  const isLow = (each: (typeof stocks)[number]) => !each.hidden && stockLevel(each) !== "enough";
  const low = stocks.flatMap((each, at) => (isLow(each) ? [`Part ${at}`] : []));
  expect((body as ManagedPart[]).map(({ name }) => name)).toEqual(low);
});

it("sorts by each column both ways, page by page, and counts what each view has", async () => {
  const few = fc.record({
    name: fc.constantFrom("Alpha", "beta", "Gamma"),
    minimumQuantity: fc.nat(2),
    availablQuantity: fc.nat(3),
    priceCents: fc.integer({ min: 1, max: 3 }),
    hidden: fc.boolean(),
  });
  const given = fc.sample(few, { numRuns: 25, seed: 7 });
  const types = [
    aPartType({ slug: "brakes", name: "Brakes" }),
    aPartType({ slug: "discs", name: "Discs", parent: "brakes" }),
  ];
  const parts = given.map((part, at) => aPart({ ...part, type: at % 2 === 0 ? "discs" : null }));
  const shop = await openShop({ types, parts });
  const admin = await signUpAdmin(shop);
  const list = async (query: string) =>
    (await admin.get(`/api/managed-parts?${query}`)).body as ManagedPart[];
  const all = await list("");
  const values: Record<ManagedColumn, (part: ManagedPart) => string | number> = {
    number: ({ number }) => number,
    name: ({ name }) => name.toLowerCase(),
    minimum: ({ minimumQuantity }) => minimumQuantity,
    stock: ({ availablQuantity }) => availablQuantity,
    price: ({ price }) => price,
  };
  for (const sort of managedSorts) {
    const value = values[sort.replace("-down", "") as ManagedColumn];
    const [less, more] = sort.endsWith("-down") ? [1, -1] : [-1, 1];
    const ordered = sort.endsWith("-down") ? all.toReversed() : all;
    const sorted = ordered.toSorted((one, other) => {
      if (value(one) === value(other)) return 0;
      return value(one) < value(other) ? less : more;
    });
    const first = await list(`sort=${sort}&limit=9`);
    const rest = await list(`sort=${sort}&after=${first.at(-1)?._id}`);
    expect([...first, ...rest].map(({ _id }) => _id)).toEqual(sorted.map(({ _id }) => _id));
  }
  expect(await list("type=brakes")).toHaveLength(13);
  const { body } = await admin.get("/api/managed-parts/counts?type=discs");
  const count = async (view: string) => (await list(`type=discs&view=${view}`)).length;
  const [low, hidden] = [await count("low"), await count("hidden")];
  expect(body).toEqual({ all: 13, low, hidden });
});
