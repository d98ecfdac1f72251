import { sql } from "drizzle-orm";
import type { CarOfOrder } from "#contract/fields.ts";
import type { ListForCar, ListOrSearch } from "#contract/fit-lists.ts";
import { refuse } from "#contract/refusals.ts";
import { maxCountedFits } from "#contract/rules/catalogue-filters.ts";
import type { Outcome } from "#contract/rules/fit.ts";
import { type FitList, judgeInTurns, readFitList } from "#server/modules/fitment/judge-parts.ts";
import { findVehicleById } from "#server/modules/fitment/read-vehicle.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import type { Dictionary, KnownType } from "./dictionary.ts";
import {
  type Conditions,
  findVehicleName,
  isListedFor,
  listConditions,
  searchConditions,
} from "./list-conditions.ts";
import { listIds, listParts } from "./list-parts.ts";

const nothingFound = refuse("not-found", "Nothing was found.");
const noSuchVehicle = refuse("not-found", "We have no such vehicle. Choose it from the lists.");

type Shop = { db: Queries; dictionary: Dictionary };
type Asked = { car: CarOfOrder; list: ListOrSearch };
type Found = {
  conditions: Conditions;
  fits: FitList;
  /** With the filters of the list. */
  filtered: Set<string>;
  isNarrow: boolean;
  isCut: boolean;
};
export type SaidOf = Map<string, Outcome>;

export async function readWholeList(
  { db, dictionary }: Shop,
  { car, list }: Asked,
  type: KnownType | undefined,
) {
  const vehicle = await findVehicleById(db, car.vehicle);
  if (!vehicle) return noSuchVehicle;
  const { q } = list;
  const all =
    q === undefined
      ? listConditions(dictionary, list, { within: type })
      : (await searchConditions(db, { ...list, q }, dictionary, type)).conditions;
  if (!all) return nothingFound;
  const narrow = { ...all, base: [...all.base, isListedFor(String(car.vehicle))] };
  const limit = maxCountedFits + 1;
  const found = await listIds(db, { base: all.base }, limit);
  const isNarrow = found.length > maxCountedFits;
  const conditions = isNarrow ? narrow : all;
  const judged = isNarrow ? await listIds(db, { base: narrow.base }, limit) : found;
  const isCut = judged.length > maxCountedFits;
  const fits = await readFitList(db, vehicle, car.known, isCut ? [] : judged);
  const filtered = await listIds(db, conditions, limit);
  return { conditions, fits, filtered: new Set(filtered), isNarrow, isCut } satisfies Found;
}

export async function judgeWholeList({ fits, filtered }: Found) {
  const { items, question, facts } = await judgeInTurns(fits, filtered);
  const said: SaidOf = new Map(items.map(({ part, verdict }) => [part, verdict.says]));
  const count = (says: Outcome) =>
    items.filter(({ part, verdict }) => verdict.says === says && filtered.has(part)).length;
  return {
    said,
    question,
    facts,
    yes: count("yes"),
    yesIf: count("yes-if"),
    no: count("no"),
    notKnown: count("not-known"),
  };
}

export async function listForCar(
  { db, dictionary }: Shop,
  { conditions, isNarrow, isCut }: Found,
  {
    list,
    withUnfit,
    judged,
  }: Pick<Asked, "list"> & {
    withUnfit: boolean;
    judged: Awaited<ReturnType<typeof judgeWholeList>>;
  },
): Promise<ListForCar> {
  const { said, ...counts } = judged;
  const those = (says: Outcome) => {
    const ids = [...said].flatMap(([part, its]) => (its === says ? [part] : []));
    return sql`p.id = any(${sql.param(ids)}::uuid[])`;
  };
  const no = those("no");
  const rank = sql`case when ${those("yes")} then 0 when ${those("yes-if")} then 1
    when ${those("not-known")} then 3 when ${no} then 4 else 2 end`;
  const base = withUnfit ? conditions.base : [...conditions.base, sql`not (${no})`];
  const ranked = said.size > 0 ? { ...conditions, base, rank } : conditions;
  const page = await listParts({ db, dictionary }, ranked, list);
  const items = page.items.map((part) => {
    const says = said.get(part._id);
    return { ...part, ...(says && { says }) };
  });
  const vehicle = await findVehicleName(db, list.vehicle);
  return { ...page, ...counts, items, vehicle, isNarrow, isCut };
}
