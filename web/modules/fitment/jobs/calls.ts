import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { partCalls } from "#contract/catalog.ts";
import { type Repair, repairCalls } from "#contract/repairs.ts";
import { call, isRefusedAs } from "#web/app/call.ts";
import type { OwnVehicle } from "../own-vehicle.ts";

export function repairList() {
  return queryOptions({
    queryKey: ["vehicles", "repairs"],
    queryFn: ({ signal }) => call(repairCalls.list, {}, signal),
  });
}

export function oneRepair(slug: string) {
  return queryOptions({
    queryKey: ["vehicles", "repairs", slug],
    queryFn: ({ signal }): Promise<Repair | null> =>
      call(repairCalls.one, { params: { slug } }, signal).catch((error) => {
        if (isRefusedAs(error, "not-found")) return null;
        throw error;
      }),
    enabled: slug !== "",
  });
}

type Car = Pick<OwnVehicle, "id" | "known">;

export function repairPlan(slug: string, { id: vehicle, known }: Car) {
  return queryOptions({
    queryKey: ["fit", vehicle, known, "plan", slug],
    queryFn: ({ signal }) =>
      call(repairCalls.plan, { params: { slug }, body: { vehicle, known } }, signal),
    // An answer changes what is chosen, and nothing jumps meanwhile.
    placeholderData: keepPreviousData,
  });
}

export type BasketPart = { part: string; quantity: number };

export function repairCheck({ id: vehicle, known }: Car, lines: BasketPart[]) {
  return queryOptions({
    queryKey: ["fit", vehicle, known, "check", lines],
    queryFn: ({ signal }) => call(repairCalls.check, { body: { vehicle, known, lines } }, signal),
    placeholderData: keepPreviousData,
  });
}

/** In the address of the form for another one: no slug has an underscore. */
export const newRepair = "_new";

export function typeChoices() {
  return queryOptions({
    queryKey: ["part-types", "choices"],
    queryFn: async ({ signal }) => {
      const types = await call(partCalls.types, {}, signal);
      return Object.fromEntries(types.map(({ slug, name }) => [slug, name]));
    },
  });
}
