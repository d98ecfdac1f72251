import { queryOptions } from "@tanstack/react-query";
import type { CallInput } from "#contract/call.ts";
import { type Car, garageCalls } from "#contract/garage.ts";
import { call, callInTime, isRefusedAs } from "#web/app/call.ts";

export function ownCars() {
  return queryOptions({
    queryKey: ["garage"],
    queryFn: ({ signal }) => call(garageCalls.list, {}, signal),
    // Nothing is pushed: another tab or device may have changed it.
    staleTime: 10_000,
  });
}

export function ownCar(id: string) {
  return queryOptions({
    queryKey: ["garage", id],
    queryFn: ({ signal }) =>
      call(garageCalls.one, { params: { id } }, signal).catch((error) => {
        if (isRefusedAs(error, "not-found")) return null;
        throw error;
      }),
    staleTime: 0,
  });
}

type Sent<Name extends "add" | "edit" | "addService"> = CallInput<
  (typeof garageCalls)[Name]
>["body"];

export const addCar = (body: Sent<"add">) => callInTime(garageCalls.add, { body });

export const editCar = (id: string, body: Sent<"edit">) =>
  callInTime(garageCalls.edit, { params: { id }, body });

export const removeCar = (id: string) => callInTime(garageCalls.remove, { params: { id } });

export const addService = (id: string, body: Sent<"addService">) =>
  callInTime(garageCalls.addService, { params: { id }, body });

export const removeService = (id: string) =>
  callInTime(garageCalls.removeService, { params: { id } });

export const nameOfCar = ({
  name,
  vehicle: { year, make, model },
}: Pick<Car, "name" | "vehicle">) => name || `${year} ${make.name} ${model.name}`;
