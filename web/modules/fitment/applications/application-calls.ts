import { queryOptions } from "@tanstack/react-query";
import {
  type Application,
  type ApplicationEdit,
  applicationCalls,
  type NewApplication,
} from "#contract/applications.ts";
import { call, callInTime, isRefusedAs, pagedQuery } from "#web/app/call.ts";

const perPage = 50;

export function applicationPages(part: string) {
  return pagedQuery(["vehicles", "of-part", part], perPage, (query, signal) =>
    call(applicationCalls.list, { params: { id: part }, query }, signal),
  );
}

export function fitDeclaration(part: string) {
  return queryOptions({
    queryKey: ["vehicles", "of-part", part, "declared"],
    queryFn: ({ signal }) =>
      call(applicationCalls.declared, { params: { id: part } }, signal).catch((error) => {
        if (isRefusedAs(error, "not-found")) return null;
        throw error;
      }),
    staleTime: 0,
  });
}

export function fitWords() {
  return queryOptions({
    queryKey: ["vehicles", "words"],
    queryFn: ({ signal }) => call(applicationCalls.words, {}, signal),
  });
}

export function vehicleApplications(params: {
  make: string;
  model: string;
  year: string;
  type: string;
}) {
  return queryOptions({
    queryKey: ["vehicles", "applications", params],
    queryFn: ({ signal }) => call(applicationCalls.ofVehicle, { params }, signal),
    enabled: params.type !== "",
  });
}

export const addApplication = (part: string, body: NewApplication) =>
  callInTime(applicationCalls.add, { params: { id: part }, body });

export async function saveApplication(
  id: string,
  body: ApplicationEdit,
): Promise<{ saved: Application } | { present: Application }> {
  try {
    return { saved: await callInTime(applicationCalls.edit, { params: { id }, body }) };
  } catch (error) {
    if (!isRefusedAs(error, "conflict") || !error.present) throw error;
    return { present: error.present as Application };
  }
}

export const removeApplication = (id: string) =>
  callInTime(applicationCalls.remove, { params: { id } });

type Declared = { universal: boolean; listsAllVehicles: boolean };

export const declareFit = (part: string, body: Declared) =>
  callInTime(applicationCalls.declare, { params: { id: part }, body });
