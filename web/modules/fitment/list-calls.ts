import { queryOptions } from "@tanstack/react-query";
import { fitListCalls, type ListOrSearch } from "#contract/fit-lists.ts";
import { call } from "#web/app/call.ts";
import type { OwnVehicle } from "./own-vehicle.ts";

export function listForCar(
  list: ListOrSearch,
  { id: vehicle, known }: OwnVehicle,
  withUnfit: boolean,
) {
  return queryOptions({
    queryKey: ["fit", vehicle, known, "listed", list, withUnfit],
    queryFn: ({ signal }) =>
      call(fitListCalls.list, { body: { car: { vehicle, known }, list, withUnfit } }, signal),
    placeholderData: (before, query) => {
      const [, of, , , shown] = query?.queryKey ?? [];
      const { type, q } = (shown ?? {}) as ListOrSearch;
      const isAlike = of === vehicle && type === list.type && q === list.q;
      return isAlike ? before : undefined;
    },
  });
}
