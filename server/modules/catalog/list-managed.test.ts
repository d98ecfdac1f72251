import fc from "fast-check";
import { expect, it } from "vitest";
import type { ManagedPart } from "#contract/part-edits.ts";
import { stockLevel } from "#contract/rules/stock-level.ts";
import { aPart } from "#seed/builders.ts";
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

it("finds as low what the rule does not call enough", async () => {
  const quantity = fc.oneof(fc.nat(30), fc.constantFrom(999_999_999, 1_000_000_000));
  const stock = fc.record({
    ...{ minimumQuantity: quantity, availablQuantity: quantity },
    lowStock: fc.option(quantity),
  });
  const stocks = fc.sample(stock, { numRuns: 120, seed: 17 });
  const shop = await openShop({
    parts: stocks.map(({ lowStock, ...given }, at) =>
      aPart({ name: `Part ${at}`, ...given, ...(lowStock !== null && { lowStock }) }),
    ),
  });
  const { body } = await (await signUpAdmin(shop)).get("/api/managed-parts?view=low");
  const low = stocks.flatMap((each, at) => (stockLevel(each) === "enough" ? [] : [`Part ${at}`]));
  expect((body as ManagedPart[]).map(({ name }) => name)).toEqual(low);
});
