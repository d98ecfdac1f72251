import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { type JudgedWithBasis, maxJudgedParts, vehicleCalls } from "#contract/fitment.ts";
import type { Term } from "#contract/rules/fit.ts";
import { call } from "#web/app/call.ts";
import type { OwnVehicle } from "./own-vehicle.ts";

type Judged = JudgedWithBasis;
export type VerdictOnPart = Pick<Judged, "facts" | "positions"> & {
  verdict: Judged["items"][number]["verdict"] | undefined;
};
type Car = Pick<OwnVehicle, "id" | "known">;

export function verdictOn(part: string, { id, known }: Car) {
  return queryOptions({
    queryKey: ["fit", id, known, part],
    queryFn: async ({ client }): Promise<VerdictOnPart & Pick<Judged, "basis">> => {
      const car = { id, known };
      const { items, facts, positions, basis } =
        (await judgeHere(client, part, car)) ?? (await judgeSoon(part, car));
      const rows = basis.rows.filter((row) => row.part === part);
      const verdict = items.find((item) => item.part === part)?.verdict;
      return { verdict, facts, positions, basis: { ...basis, rows } };
    },
  });
}

export async function judgeSome(client: QueryClient, parts: readonly string[], car: Car) {
  const said = parts.map(async (part) => {
    const { verdict } = await client.ensureQueryData(verdictOn(part, car));
    return [part, verdict?.says] as const;
  });
  return new Map(await Promise.all(said));
}

export function verdictsOn(parts: string[], { id, known }: Car) {
  return queryOptions({
    queryKey: ["fit", id, known, parts],
    queryFn: async ({ client, signal }): Promise<Judged> =>
      (await judgeHere(client, parts, { id, known })) ??
      call(vehicleCalls.judge, { body: { vehicle: id, known, parts } }, signal),
  });
}

/** By what the server said on the same parts before this answer, if that is still so. */
async function judgeHere(
  client: QueryClient,
  parts: string | string[],
  { id, known }: Car,
): Promise<Judged | undefined> {
  const asked = JSON.stringify(parts);
  const before = client
    .getQueryCache()
    .findAll({ queryKey: ["fit", id] })
    .filter(({ queryKey, state }) => !state.isInvalidated && JSON.stringify(queryKey[3]) === asked)
    .flatMap(({ state }) => (state.data as Partial<Judged> | undefined) ?? [])
    .find(({ basis, facts }) => basis && facts && known.every((term) => hasWords(term, facts)));
  if (!before?.basis || !before.facts || !before.positions) return undefined;
  const { basis, facts, positions } = before;
  const { judgeList } = await import("#contract/rules/judge-list.ts");
  return { ...judgeList({ ...basis, known, facts }), facts, positions, basis };
}

function hasWords(term: Term, facts: Judged["facts"]): boolean {
  const fact = facts.find(({ key }) => key === term.fact);
  const values = "any" in term ? term.any : "none" in term ? term.none : [];
  return (
    fact !== undefined &&
    values.every((value) => typeof value === "string" || fact.values.some(({ id }) => id === value))
  );
}

/** The parts of a page are asked for together. */
const gatherMs = 10;
const batches = new Map<string, { parts: string[]; reply: Promise<Judged> }>();

function judgeSoon(part: string, { id: vehicle, known }: Car): Promise<Judged> {
  const key = JSON.stringify([vehicle, known]);
  let batch = batches.get(key);
  if (!batch) {
    const parts: string[] = [];
    const reply = new Promise((resolve) => setTimeout(resolve, gatherMs)).then(() => {
      batches.delete(key);
      return call(vehicleCalls.judge, { body: { vehicle, known, parts } });
    });
    batch = { parts, reply };
    batches.set(key, batch);
  }
  batch.parts.push(part);
  if (batch.parts.length === maxJudgedParts) batches.delete(key);
  return batch.reply;
}
