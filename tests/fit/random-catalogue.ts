// Random parts with lines for several models and years, in a shop, and what is true of them by the
// oracle, which shares nothing with the shop's own rule or SQL.
import fc from "fast-check";
import { expect } from "vitest";
import type { FactWords, VehiclePage } from "#contract/fitment.ts";
import type { Application, FitQuestion, Term } from "#contract/rules/fit.ts";
import { aPart, aPartType } from "#seed/builders.ts";
import { addPartTypes } from "#server/modules/catalog/add-part-types.ts";
import { addParts } from "#server/modules/catalog/add-parts.ts";
import { addFacts, addVehicles, type NewMake } from "#server/modules/fitment/add-vehicles.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import type { OpenShop } from "#tests/open-shop.ts";
import { type SignedIn, signUpAdmin } from "#tests/people.ts";
import { buildCars, trueOutcome } from "./oracle.ts";
import { facts, fitQuestion } from "./questions.ts";

export type RandomLine = Application & { model: string; from: number; to: number };
export type RandomPart = {
  number: string;
  /** Its own, and further ones. */
  types: string[];
  hidden: boolean;
  universal: boolean;
  listsAllVehicles: boolean;
  lines: RandomLine[];
};
export type RandomCar = Pick<FitQuestion, "vehicle" | "known"> & { model: string; year: number };
export type RandomCatalogue = { make: string; cars: RandomCar[]; parts: RandomPart[] };

export const types = ["discs", "hoses"];
const models = ["lark", "wren"];
const years = [2013, 2014, 2015];
const values = [1, 2, 3, 4, 5, 6];
const positionNames = [null, "Front", "Rear"];

/** Lines of one position agree on the quantity: an import refuses those that do not. */
const toLine = ({ position, ...line }: Application): Application => ({
  ...line,
  position,
  quantity: position === null ? null : 3 - position,
});

const where = fc.record({
  model: fc.constantFrom(...models),
  from: fc.constantFrom(...years),
  length: fc.nat(2),
});

export function randomCatalogue(make: string, seed: number, partCount = 16): RandomCatalogue {
  const cars = models.flatMap((model) => years.map((year) => ({ model, year })));
  const asked = fc.sample(fitQuestion, { seed, numRuns: cars.length });
  const someParts = fc.record({
    question: fitQuestion,
    wheres: fc.array(where, { minLength: 3, maxLength: 3 }),
    types: fc.shuffledSubarray(types, { minLength: 1 }),
    hidden: fc.nat(9).map((chance) => chance === 0),
  });
  const parts = fc.sample(someParts, { seed: seed + 1, numRuns: partCount });
  return {
    make,
    cars: cars.map((car, at) => ({ ...car, ...(asked[at] as FitQuestion) })),
    parts: parts.map(({ question, wheres, types, hidden }, at) => ({
      number: `${make.toUpperCase()}-${at + 10}`,
      types,
      hidden,
      universal: question.universal,
      listsAllVehicles: question.listsAllVehicles && !question.universal,
      lines: question.applications.map((application, line) => {
        const { model = "", from = 0, length = 0 } = wheres[line] ?? {};
        return { ...toLine(application), model, from, to: Math.min(from + length, 2015) };
      }),
    })),
  };
}

/** Undefined: the part has no line for the car, and is not listed for it. */
export function trueOutcomeOf(part: RandomPart, car: RandomCar, known: Term[]) {
  const applications = part.lines.filter(
    ({ model, from, to }) => model === car.model && from <= car.year && car.year <= to,
  );
  const { universal, listsAllVehicles } = part;
  const { vehicle } = car;
  const question = { applications, universal, listsAllVehicles, vehicle, known, facts };
  return { isListed: applications.length > 0, says: trueOutcome(question, buildCars(question)) };
}

/** What a shop needs before it can take such a catalogue. */
export async function prepareShop({ shop }: OpenShop): Promise<void> {
  await addPartTypes(
    shop.db,
    types.map((slug) => aPartType({ slug, name: slug })),
  );
  await inTransaction(shop.db, (tx) =>
    addFacts(
      tx,
      Object.entries(facts).map(([key, fact]) => ({
        ...fact,
        key,
        question: `Which ${key}?`,
        values:
          fact.kind === "choice"
            ? values.map((value) => ({ label: `${key} ${value}`, slug: `${key}-${value}` }))
            : [],
      })),
    ),
  );
}

const toDay = (day: number | undefined) => `${day}`.replace(/(....)(..)(..)/, "$1-$2-$3");

function toMake({ make, cars }: RandomCatalogue): NewMake {
  return {
    name: make,
    slug: make,
    models: models.map((model) => ({
      name: model,
      slug: model,
      years: cars
        .filter((car) => car.model === model)
        .map(({ year, vehicle: { built, combinations } }) => ({
          year,
          ...(built && { built: [toDay(built.from), toDay(built.to)] as [string, string] }),
          combinations: [...new Set(combinations.map((one) => JSON.stringify(one)))].map((text) =>
            Object.fromEntries(
              Object.entries(JSON.parse(text)).map(([key, value]) => [key, `${key}-${value}`]),
            ),
          ),
        })),
    })),
  };
}

export type FilledShop = {
  admin: SignedIn;
  catalogue: RandomCatalogue;
  ids: Map<string, string>;
  vehicles: Map<RandomCar, VehiclePage>;
  toShop: (terms: readonly Term[]) => Term[];
};

/** Its vehicles and parts; `catalogue` keeps the lines that the shop took, where it was given them. */
export async function fillShop(
  shop: OpenShop,
  catalogue: RandomCatalogue,
  { withLines = true } = {},
): Promise<FilledShop> {
  const { make, cars, parts } = catalogue;
  await inTransaction(shop.shop.db, (tx) => addVehicles(tx, [toMake(catalogue)]));
  await addParts(
    shop.shop.db,
    parts.map(({ number, types: [type = ""] }) =>
      aPart({ number, name: `Part ${number}`, type, brand: make, minimumQuantity: 0 }),
    ),
  );
  const admin = await signUpAdmin(shop);
  const vehicles = new Map<RandomCar, VehiclePage>();
  for (const car of cars) {
    const { body } = await shop.get(`/api/vehicles/${make}/${car.model}/${car.year}`);
    vehicles.set(car, body as VehiclePage);
  }
  const { body: words } = await admin.get("/api/fit-words");
  const toShop = createTranslation((words as { facts: FactWords[] }).facts);
  const ids = new Map<string, string>();
  const taken: RandomPart[] = [];
  for (const part of parts) {
    const { body } = await shop.get(`/api/parts/${part.number}`);
    const id = (body as { _id: string })._id;
    ids.set(part.number, id);
    const { universal, listsAllVehicles } = part;
    await admin.send("PUT", `/api/parts/${id}/fit-declaration`, { universal, listsAllVehicles });
    const lines: RandomLine[] = [];
    for (const line of withLines ? part.lines : []) {
      const { model, from, to, terms, position, quantity, held } = line;
      const { status } = await admin.send("POST", `/api/parts/${id}/applications`, {
        model: `${make}/${model}`,
        from,
        to,
        terms: toShop(terms),
        quantity,
        position: positionNames[position ?? 0],
        label: "",
        remark: "",
        heldBecause: held ? "Looked at" : null,
      });
      // Some say what no car of these years was, or what another line says.
      if (status === 200) lines.push(line);
    }
    const furtherTypes = part.types.slice(1);
    if (furtherTypes.length > 0) await admin.send("PATCH", `/api/parts/${id}`, { furtherTypes });
    if (part.hidden) await admin.send("PATCH", `/api/parts/${id}`, { hidden: true });
    taken.push({ ...part, lines });
  }
  return { admin, ids, vehicles, toShop, catalogue: { make, cars, parts: taken } };
}

/** Choices are named by other numbers in the shop. */
function createTranslation(words: readonly FactWords[]) {
  const ids = new Map(
    words.flatMap(({ key, values }) => values.map(({ label, id }) => [`${key} ${label}`, id])),
  );
  const idOf = (fact: string, value: number | string) =>
    typeof value === "number"
      ? (ids.get(`${fact} ${fact} ${value}`) ?? expect.unreachable())
      : value;
  return (terms: readonly Term[]): Term[] =>
    terms.map((term) => {
      if ("any" in term) return { ...term, any: term.any.map((one) => idOf(term.fact, one)) };
      if ("none" in term) return { ...term, none: term.none.map((one) => idOf(term.fact, one)) };
      return term;
    });
}
