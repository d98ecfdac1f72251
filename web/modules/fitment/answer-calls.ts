import { queryOptions } from "@tanstack/react-query";
import { fitAnswerCalls } from "#contract/fit-answers.ts";
import { call } from "#web/app/call.ts";
import type { OwnVehicle } from "./own-vehicle.ts";

export function insteadOf(part: string, { id, known }: OwnVehicle) {
  return queryOptions({
    queryKey: ["fit", id, known, part, "instead"],
    queryFn: ({ signal }) =>
      call(fitAnswerCalls.instead, { body: { vehicle: id, known, part } }, signal),
  });
}

export function fitCount(vehicle: number, known: OwnVehicle["known"]) {
  return queryOptions({
    queryKey: ["fit", vehicle, known, "count"],
    queryFn: ({ signal }) => call(fitAnswerCalls.count, { body: { vehicle, known } }, signal),
  });
}
