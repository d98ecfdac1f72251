// A shop with the demo's catalogue, and parts for what the demo has none of.
import { expect } from "vitest";
import type { PartPage } from "#contract/catalog.ts";
import type { Vehicle } from "#contract/fitment.ts";
import { partPath } from "#contract/rules/part-path.ts";
import { aPart, aReview } from "#seed/builders.ts";
import { addDemoParts } from "#seed/catalogue/add-demo-parts.ts";
import { addDemoFit } from "#seed/fit/add-demo-fit.ts";
import { addDemoRepairs } from "#seed/fit/demo-repairs.ts";
import { addParts } from "#server/modules/catalog/add-parts.ts";
import { addReviews } from "#server/modules/reviews/store.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { type OpenShop, startShop } from "#tests/open-shop.ts";
import { type SignedIn, signUp, signUpAdmin } from "#tests/people.ts";

/** By their numbers. */
export const known = {
  disc: "PW-104-310",
  otherDisc: "PW-104-272",
  pads: "PW-4417",
  packedKit: "PW-106-330",
  shelfKit: "PW-205-292",
  oilFilter: "PW-1042",
  successor: "PW-ST-2",
  replaced: "PW-ST-1",
  oldKit: "PW-ST-3",
  laterKit: "PW-ST-4",
  bolt: "PW-ST-5",
} as const;
export type Known = keyof typeof known;

export type World = {
  shop: OpenShop;
  admin: SignedIn;
  buyer: SignedIn;
  ids: Record<Known, string>;
  paths: Record<Known, string>;
  vehicle: Vehicle;
};

const component = (part: string) => ({ part, quantity: 1, soldAlone: true });
const shared = { type: "wheel-bearings", minimumQuantity: 0, availablQuantity: 40 };
const extraParts = [
  { number: known.successor, name: "Stale Bearing, New", ...shared },
  { number: known.replaced, name: "Stale Bearing, Old", ...shared },
  { number: known.oldKit, name: "Stale Kit, Old", components: [component(known.replaced)] },
  { number: known.laterKit, name: "Stale Kit, Later", components: [component(known.successor)] },
  { number: known.bolt, name: "Zinc Bolt", ...shared, brand: "Kasmund", priceCents: 199 },
].map(aPart);

export async function openWorld(): Promise<World> {
  const shop = await startShop({});
  await inTransaction(shop.shop.db, async (tx) => {
    await addDemoParts(tx, new Map());
    await addParts(tx, extraParts);
    await addDemoFit(tx);
    await addDemoRepairs(tx);
    await addReviews(tx, [aReview(), aReview({ name: "Ida Holm", ratting: 3 })]);
  });
  await shop.shop.events.publish();
  const admin = await signUpAdmin(shop);
  const entries = await Promise.all(
    Object.entries(known).map(async ([name, number]) => {
      const { status, body } = await shop.get(`/api/parts/${number}`);
      expect([number, status]).toEqual([number, 200]);
      return [name, body as PartPage] as const;
    }),
  );
  const { body } = await shop.get("/api/vehicles/bramwick/wexley/2018");
  const world: World = {
    shop,
    admin,
    buyer: await signUp(shop),
    ids: Object.fromEntries(entries.map(([name, { _id }]) => [name, _id])) as World["ids"],
    paths: Object.fromEntries(
      entries.map(([name, part]) => [name, partPath(part)]),
    ) as World["ids"],
    vehicle: body as Vehicle,
  };
  await change(world, "PATCH", `/api/parts/${world.ids.replaced}`, {
    replacedBy: [{ part: known.successor }],
    life: "superseded",
  });
  return world;
}

/** By an admin. */
export async function change(
  { admin }: World,
  method: string,
  path: string,
  sent?: unknown,
): Promise<unknown> {
  const { status, body } = await admin.send(method, path, sent);
  expect([method, path, status, status === 200 ? undefined : body]).toEqual([
    method,
    path,
    200,
    undefined,
  ]);
  return body;
}
