// The parts and cars of the demo shop, and what it says of them over HTTP.
import { expect } from "vitest";
import type { Vehicle, VehiclePage } from "#contract/fitment.ts";
import type { Term, Verdict } from "#contract/rules/fit.ts";
import { addDemoParts } from "#seed/catalogue/add-demo-parts.ts";
import { addDemoFit } from "#seed/fit/add-demo-fit.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { type OpenShop, share, startShop } from "./open-shop.ts";

export const shareDemoFit = () =>
  share(
    async () => {
      const shop = await startShop({});
      await inTransaction(shop.shop.db, async (tx) => {
        await addDemoParts(tx, new Map());
        await addDemoFit(tx);
      });
      return shop;
    },
    ({ stop }) => stop(),
  );

type Read = { vehicles: Vehicle[]; known: Term[]; facts: VehiclePage["facts"] };
export type Judged = {
  items: { part: string; verdict: Verdict }[];
  question: { fact: string; decides: number; of: number; answers: Term[] } | null;
  facts: VehiclePage["facts"];
  positions: { id: number; name: string }[];
};

export async function readVin({ send }: OpenShop, vin: string): Promise<Read> {
  const { status, body } = await send("POST", "/api/vehicles/read-vin", { vin });
  expect(status).toBe(200);
  return body as Read;
}

export async function partId({ get }: OpenShop, number: string): Promise<string> {
  return ((await get(`/api/parts/${number}`)).body as { _id: string })._id;
}

export async function judge(shop: OpenShop, vehicle: number, known: Term[], numbers: string[]) {
  const parts = await Promise.all(numbers.map((number) => partId(shop, number)));
  const { body } = await shop.send("POST", "/api/fit", { vehicle, known, parts });
  return body as Judged;
}
