import { expect, it } from "vitest";
import { circlesIn, problemsIn, unusedIn } from "./check-imports.ts";
import { cyclesIn, importsOf } from "./read-imports.ts";

const line = (from: string, to: string) => ({ from, to, isType: false, isLazy: false });

it.each([
  ["contract/catalog.ts", "server/context.ts"],
  ["contract/catalog.ts", "fastify"],
  ["server/modules/catalog/store.ts", "web/app/call.ts"],
  ["web/app/call.ts", "server/context.ts"],
  ["web/modules/catalog/part-card.tsx", "tests/open-shop.ts"],
  ["server/modules/catalog/store.ts", "seed/builders.ts"],
  ["emulators/google/main.ts", "contract/customers.ts"],
  ["proofs/row-01-last-units.test.ts", "server/modules/orders/place-order.ts"],
  ["server/modules/catalog/store.ts", "server/modules/reviews/store.ts"],
  ["server/modules/catalog/store.ts", "server/shop.ts"],
  ["server/platform/http/access.ts", "server/modules/identity/sessions.ts"],
  ["server/modules/unheard-of/store.ts", "zod"],
  ["web/modules/catalog/calls.ts", "web/modules/orders/calls.ts"],
  ["web/ui/picture.tsx", "web/app/paths.ts"],
  ["server/modules/orders/store.ts", "stripe"],
  ["server/modules/catalog/store.ts", "pg"],
  ["server/main.ts", "server/platform/database/embedded/cluster.ts"],
])("%s may not import %s", (from, to) => {
  expect(problemsIn([line(from, to)])).toHaveLength(1);
});

it.each([
  ["contract/catalog.ts", "zod/mini"],
  ["server/modules/catalog/store.ts", "contract/catalog.ts"],
  ["server/modules/catalog/store.ts", "server/platform/database/columns.ts"],
  ["server/modules/catalog/handlers.ts", "server/context.ts"],
  ["server/modules/catalog/parts.test.ts", "seed/builders.ts"],
  ["server/modules/paying/pay-order.ts", "server/modules/orders/store.ts"],
  ["web/pages/shop/home-page.tsx", "web/modules/catalog/calls.ts"],
  ["web/modules/catalog/part-card.tsx", "web/ui/picture.tsx"],
  ["server/modules/payments/provider.ts", "stripe"],
])("%s may import %s", (from, to) => {
  expect(problemsIn([line(from, to)])).toEqual([]);
});

it("finds files that import each other in a circle, types included", () => {
  const circle = [
    { ...line("server/a.ts", "server/b.ts"), isType: true },
    line("server/b.ts", "server/c.ts"),
    line("server/c.ts", "server/a.ts"),
    line("server/d.ts", "server/a.ts"),
  ];
  expect(cyclesIn(circle).map((files) => files.sort())).toEqual([
    ["server/a.ts", "server/b.ts", "server/c.ts"],
  ]);
  const outsideTheProduct = [
    line("emulators/a.ts", "emulators/b.ts"),
    line("emulators/b.ts", "emulators/a.ts"),
  ];
  expect(cyclesIn(outsideTheProduct)).toHaveLength(1);
});

it("finds modules that use each other in a circle, and lines that name what is not used", () => {
  expect(circlesIn({ orders: ["catalog"], catalog: ["orders"], reviews: ["orders"] })).toEqual([
    expect.stringMatching(/^Circle in modules.json: (orders, catalog|catalog, orders)$/),
  ]);
  const imports = [line("server/modules/orders/store.ts", "server/modules/catalog/store.ts")];
  expect(unusedIn({ orders: ["catalog", "reviews"] }, imports)).toEqual([
    "orders does not use reviews: remove it from modules.json",
  ]);
});

it("tells types and lazy imports from what is loaded at once", () => {
  const imports = importsOf(
    "server/app.ts",
    `import type { A } from "./a.ts";
import {
  b,
} from "#server/b.ts";
export const c = () => import("./c.ts");
type D = typeof import("./d.ts");`,
  );
  expect(imports).toEqual([
    { from: "server/app.ts", to: "server/a.ts", isType: true, isLazy: false },
    { from: "server/app.ts", to: "server/b.ts", isType: false, isLazy: false },
    { from: "server/app.ts", to: "server/c.ts", isType: false, isLazy: true },
  ]);
});
