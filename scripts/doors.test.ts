import { expect, it } from "vitest";
import { broken, readImports } from "./doors.ts";

it.each([
  ["contract/parts.ts", "server/shop.ts"],
  ["contract/parts.ts", "fastify"],
  ["server/parts/store.ts", "web/call.ts"],
  ["web/call.ts", "server/shop.ts"],
  ["web/parts/part-card.tsx", "tests/open-shop.ts"],
  ["server/parts/store.ts", "seed/builders.ts"],
  ["emulators/google/main.ts", "contract/users.ts"],
  ["server/parts/store.ts", "server/reviews/store.ts"],
  ["web/parts/calls.ts", "web/orders/calls.ts"],
  ["web/look/picture.tsx", "web/paths.ts"],
  ["server/orders/store.ts", "stripe"],
  ["server/parts/store.ts", "pg"],
  ["tests/database.ts", "drizzle-orm/node-postgres"],
  ["server/orders/store.ts", "pg-copy-streams"],
])("%s may not import %s", (from, to) => {
  expect(broken([{ from, to }])).toHaveLength(1);
});

it.each([
  ["contract/parts.ts", "zod/mini"],
  ["server/parts/store.ts", "contract/parts.ts"],
  ["server/parts/store.ts", "server/database/schema.ts"],
  ["server/parts/parts.test.ts", "seed/builders.ts"],
  ["server/orders/place-order.ts", "server/parts/store.ts"],
  ["web/pages/shop/home-page.tsx", "web/parts/calls.ts"],
  ["web/parts/part-card.tsx", "web/look/picture.tsx"],
  ["server/payments/stripe.ts", "stripe"],
  ["server/database/connect.ts", "pg"],
])("%s may import %s", (from, to) => {
  expect(broken([{ from, to }])).toEqual([]);
});

it("reads the imports of the house, and all doors are shut", async () => {
  const imports = await readImports();
  expect(imports).toContainEqual({
    from: "server/parts/handlers.ts",
    to: "server/parts/store.ts",
  });
  expect(imports).toContainEqual({
    from: "web/pages/shop/routes.ts",
    to: "web/pages/shop/home-page.tsx",
  });
  expect(broken(imports)).toEqual([]);
});
