import { queryOptions } from "@tanstack/react-query";
import type { Reply } from "#contract/call.ts";
import { maxJudgedParts, vehicleCalls } from "#contract/fitment.ts";
import { call, isRefusedAs } from "#web/app/call.ts";
import type { OwnVehicle } from "./own-vehicle.ts";

/** Where there is no such vehicle. */
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

type Judged = Reply<typeof vehicleCalls.judge>;
export type VerdictOnPart = Pick<Judged, "facts" | "positions"> & {
  /** None where the part is not made for vehicles. */
  verdict: Judged["items"][number]["verdict"] | undefined;
};

export function verdictOn(part: string, { id, known }: OwnVehicle) {
  return queryOptions({
    queryKey: ["fit", id, known, part],
    queryFn: (): Promise<VerdictOnPart> => judgeSoon(part, { id, known }),
  });
}

export function partsForVehicle(params: {
  make: string;
  model: string;
  year: string;
  type: string;
}) {
  return queryOptions({
    queryKey: ["vehicles", "parts", params],
    queryFn: ({ signal }) => orNull(call(vehicleCalls.partsOfType, { params }, signal)),
  });
}

export function verdictsOn(parts: string[], { id, known }: Pick<OwnVehicle, "id" | "known">) {
  return queryOptions({
    queryKey: ["fit", id, known, parts],
    queryFn: ({ signal }) =>
      call(vehicleCalls.judge, { body: { vehicle: id, known, parts } }, signal),
  });
}

/** The parts of a page are asked for together. */
const gatherMs = 10;
const batches = new Map<string, { parts: string[]; reply: Promise<Judged> }>();

async function judgeSoon(part: string, car: Pick<OwnVehicle, "id" | "known">) {
  const key = JSON.stringify([car.id, car.known]);
  let batch = batches.get(key);
  if (!batch) {
    const parts: string[] = [];
    const reply = new Promise((resolve) => setTimeout(resolve, gatherMs)).then(() => {
      batches.delete(key);
      return call(vehicleCalls.judge, { body: { vehicle: car.id, known: car.known, parts } });
    });
    batch = { parts, reply };
    batches.set(key, batch);
  }
  batch.parts.push(part);
  if (batch.parts.length === maxJudgedParts) batches.delete(key);
  const { items, facts, positions } = await batch.reply;
  return { verdict: items.find((item) => item.part === part)?.verdict, facts, positions };
}
