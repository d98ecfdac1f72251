import { queryOptions } from "@tanstack/react-query";
import { vehicleCalls } from "#contract/fitment.ts";
import { call, isRefusedAs } from "#web/app/call.ts";

async function orNull<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  return answer.catch((error) => {
    if (isRefusedAs(error, "not-found")) return null;
    throw error;
  });
}

export function makeList() {
  return queryOptions({
    queryKey: ["vehicles", "makes"],
    queryFn: ({ signal }) => call(vehicleCalls.makes, {}, signal),
  });
}

export function modelList(make: string) {
  return queryOptions({
    queryKey: ["vehicles", "models", make],
    queryFn: ({ signal }) => orNull(call(vehicleCalls.models, { params: { make } }, signal)),
    enabled: make !== "",
  });
}

export function yearList(make: string, model: string) {
  return queryOptions({
    queryKey: ["vehicles", "years", make, model],
    queryFn: ({ signal }) => orNull(call(vehicleCalls.years, { params: { make, model } }, signal)),
    enabled: model !== "",
  });
}

export function oneVehicle(make: string, model: string, year: string) {
  return queryOptions({
    queryKey: ["vehicles", "one", make, model, year],
    queryFn: ({ signal }) =>
      orNull(call(vehicleCalls.one, { params: { make, model, year } }, signal)),
    enabled: year !== "",
  });
}

type OfVehicle = { make: string; model: string; year: string; type: string };

export function partsForVehicle(params: OfVehicle, after: string | undefined) {
  return queryOptions({
    queryKey: ["vehicles", "parts", params, after],
    queryFn: ({ signal }) =>
      orNull(
        call(vehicleCalls.partsOfType, { params, query: { ...(after && { after }) } }, signal),
      ),
  });
}
