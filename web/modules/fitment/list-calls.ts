import { queryOptions } from "@tanstack/react-query";
import { fitListCalls } from "#contract/fit-lists.ts";
import type { ListQuery } from "#contract/search.ts";
import { call } from "#web/app/call.ts";
import type { OwnVehicle } from "./own-vehicle.ts";

export function listForCar(
  list: ListQuery,
  { id: vehicle, known }: OwnVehicle,
  withUnfit: boolean,
) {
  return queryOptions({
    queryKey: ["fit", vehicle, known, "listed", list, withUnfit],
    queryFn: ({ signal }) =>
      call(fitListCalls.list, { body: { car: { vehicle, known }, list, withUnfit } }, signal),
    placeholderData: (before, query) => {
      const [, of, , , shown] = query?.queryKey ?? [];
      const isAlike = of === vehicle && (shown as ListQuery).type === list.type;
      return isAlike ? before : undefined;
    },
  });
}
