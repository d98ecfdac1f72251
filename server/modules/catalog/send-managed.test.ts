import { expect, it } from "vitest";
import { aPart, aPartType } from "#seed/builders.ts";
import { shareShop } from "#tests/open-shop.ts";
import { signUp, signUpAdmin } from "#tests/people.ts";

const openShop = shareShop({
  types: [aPartType({ slug: "filters", name: "Filters" })],
  parts: [
    aPart({ name: "Oil Filter", number: "PW-1", priceCents: 895, type: "filters" }),
    aPart({ name: '=HYPERLINK("http://x"), "cheap"', number: "PW-2", priceCents: 1_290 }),
    aPart({ name: "Air Filter", number: "PW-3", priceCents: 500, type: "filters" }),
  ],
});

const path = "/api/managed-parts/csv";

it("has what the list shows, in its order, and no formulas", async () => {
  const admin = await signUpAdmin(await openShop());
  const file = await admin.request(`${path}?columns=number,name,price,type&sort=price-down`);
  expect(file.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(file.headers.get("content-disposition")).toBe('attachment; filename="products.csv"');
  expect(await file.text()).toBe(
    [
      "Number,Product Name,Price,Type",
      `PW-2,"'=HYPERLINK(""http://x""), ""cheap""",12.90,`,
      "PW-1,Oil Filter,8.95,Filters",
      "PW-3,Air Filter,5.00,Filters",
      "",
    ].join("\r\n"),
  );
  const filtered = await admin.request(`${path}?columns=number&type=filters&q=air`);
  expect(await filtered.text()).toBe("Number\r\nPW-3\r\n");
});

it("is for admins only, and says which columns there are not", async () => {
  const shop = await openShop();
  const [admin, vera] = [await signUpAdmin(shop), await signUp(shop)];
  expect((await vera.get(`${path}?columns=number`)).status).toBe(403);
  expect((await shop.get(`${path}?columns=number`)).status).toBe(401);
  expect(await admin.get(`${path}?columns=number,cost`)).toMatchObject({
    status: 400,
    body: { error: { fields: { columns: "Must be columns of the list" } } },
  });
});
