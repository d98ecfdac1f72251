// Whether a part fits a car of which not everything is known. Imports nothing: the browser and the
// server decide by this one file.

/** A choice is the id of its value; a look at the car is "yes" or "no". */
export type FactValue = number | string;

/** A statement on one fact of a car. Both ends of a span belong to it; a day is written 20141031. */
export type Term = { fact: string } & (
  | { any: FactValue[] }
  | { none: FactValue[] }
  | { from?: number | undefined; to?: number | undefined }
  | { series: string; from?: number | undefined; to?: number | undefined }
  | { notSeries: string[] }
);

export type FactKind = "choice" | "date" | "number" | "serial" | "look";

export interface FactInfo {
  kind: FactKind;
  /** What it takes to find out, from 1 (read a label) to 9 (take the car apart). */
  effort: number;
}

export interface Application {
  terms: Term[];
  position: number | null;
  /** Pieces for this position; null: not said. */
  quantity: number | null;
  held: boolean;
}

export interface FitQuestion {
  /** Alternatives: one that holds is enough. */
  applications: Application[];
  listsAllVehicles: boolean;
  universal: boolean;
  vehicle: {
    /** Combinations that were built. A fact that one does not state is open in it. None: all open. */
    combinations: Record<string, FactValue>[];
    built: { from?: number | undefined; to?: number | undefined } | null;
  };
  known: Term[];
  facts: Record<string, FactInfo>;
}

export type Outcome = "yes" | "no" | "yes-if" | "not-known";

/** `pieces`: each number that is possible; empty if the catalogue does not say. */
export interface Need {
  position: number | null;
  pieces: number[];
}

export interface OpenFact {
  fact: string;
  /** The share of what is possible that stays undecided after its answer. */
  undecided: number;
}

export type Verdict =
  | {
      says: "yes";
      /** Places in `applications`. Together they cover what is possible. */
      proof: number[];
      /** The terms of the application, if one is the proof. */
      because: Term[];
      needs: Need[];
    }
  | {
      says: "yes-if";
      ask: string;
      answers: { term: Term; leadsTo: Outcome }[];
      open: OpenFact[];
    }
  | {
      says: "no";
      why: "not-listed" | "another-car";
      /** What the part asks for, and what this car has there. */
      against: { needs: Term; has: Term[] }[];
    }
  | {
      says: "not-known";
      why: "no-data" | "universal" | "contradiction" | "being-checked" | "other-series";
    };

/** Above this many possible cells the cheapest question is asked at once. */
export const maxCells = 5_000;

type Truth = "true" | "false" | "unknown";

export function judgeFit(question: FitQuestion): Verdict {
  if (question.universal) return { says: "not-known", why: "universal" };
  const terms = question.applications.flatMap((application) => application.terms);
  const cars = listCars({ ...question, terms });
  if (cars.rows.length === 0) return { says: "not-known", why: "contradiction" };
  if (question.applications.length === 0) {
    return question.listsAllVehicles
      ? { says: "no", why: "not-listed", against: [] }
      : { says: "not-known", why: "no-data" };
  }
  const cells = listCells(cars);
  if (!cells) return askTheCheapest(cars, question.facts);
  const truths = question.applications.map((application) =>
    cells.map((cell) => applicationHolds(application, cars, cell)),
  );
  const fits = cells.map((_, at) => strongest(truths.map((row) => row[at] ?? "unknown")));
  const says = outcomeOf(fits);
  if (says === "yes") return yes(question, truths);
  if (says === "no") return { says, why: "another-car", against: contradictions(question, cars) };
  if (says === "yes-if") return askTheMostUseful(cars, cells, fits, question.facts);
  const isHeld = question.applications.some(({ held }) => held);
  return { says, why: isHeld ? "being-checked" : "other-series" };
}

/** Whether any car was built as this one is known to be. */
export function isPossibleCar(car: Pick<FitQuestion, "vehicle" | "known" | "facts">): boolean {
  return listCars({ ...car, terms: [] }).rows.length > 0;
}

export function chooseListQuestion(
  verdicts: readonly Verdict[],
): { fact: string; decides: number; of: number } | undefined {
  const open = verdicts.flatMap((verdict) => (verdict.says === "yes-if" ? [verdict.open] : []));
  const facts = unique(open.flatMap((list) => list.map(({ fact }) => fact)));
  const sums = facts.map((fact) => {
    const shares = open.map((list) => list.find((one) => one.fact === fact)?.undecided ?? 1);
    const decides = shares.filter((share) => share === 0).length;
    return { fact, decides, undecided: shares.reduce((sum, share) => sum + share, 0) };
  });
  sums.sort((a, b) => b.decides - a.decides || a.undecided - b.undecided);
  return sums[0] && { fact: sums[0].fact, decides: sums[0].decides, of: open.length };
}

/** Every answer to one fact that the car still can give, told apart as finely as `terms` do. */
export function listAnswers(
  fact: string,
  terms: readonly Term[],
  { vehicle, known, facts }: Pick<FitQuestion, "vehicle" | "known" | "facts">,
): Term[] {
  const cars = listCars({ terms, vehicle, known, facts });
  return possibleOptions(cars, cars.asked.indexOf(fact));
}

/** One form for all ways to write the same condition. */
export function canonicalTerms(terms: readonly Term[]): Term[] {
  const keys = ["fact", "any", "none", "series", "notSeries", "from", "to"];
  const sortLists = (_: string, value: unknown) => (Array.isArray(value) ? unique(value) : value);
  const sorted = terms.map((term) => JSON.parse(JSON.stringify(term), sortLists) as Term);
  const written = sorted.map((term) => JSON.stringify(term, keys));
  return unique(written).map((text) => JSON.parse(text) as Term);
}

/** `options[n]` are the possible answers to `asked[n]`; each row has those of one combination. */
interface Cars {
  asked: string[];
  options: Term[][];
  rows: number[][][];
}

type CarQuestion = Pick<FitQuestion, "vehicle" | "known" | "facts"> & { terms: readonly Term[] };

function listCars({ terms, vehicle, facts, ...question }: CarQuestion): Cars {
  const built = vehicle.built ? [{ fact: "built", ...vehicle.built }] : [];
  const known: Term[] = [...question.known, ...built];
  const asked = unique(terms.map(({ fact }) => fact));
  // What is known of other facts can rule combinations out too.
  const concerned = unique([...asked, ...known.map(({ fact }) => fact)]);
  const combinations = vehicle.combinations.length > 0 ? vehicle.combinations : [{}];
  const optionsOf = new Map(
    concerned.map((fact) => {
      const about = [...terms, ...known].filter((term) => term.fact === fact);
      const stated = combinations.flatMap((combination) => combination[fact] ?? []);
      const agrees = (option: Term) =>
        known.every((term) => term.fact !== fact || termHolds(term, option) === "true");
      const kind = facts[fact]?.kind ?? (fact === "built" ? "date" : "choice");
      return [fact, partition(fact, kind, about, stated).filter(agrees)];
    }),
  );
  const rows = combinations
    .map((combination) =>
      concerned.map((fact) => placesIn(optionsOf.get(fact) ?? [], combination[fact])),
    )
    .filter((row) => row.every((places) => places.length > 0))
    .map((row) => asked.map((fact) => row[concerned.indexOf(fact)] ?? []));
  return { asked, options: asked.map((fact) => optionsOf.get(fact) ?? []), rows };
}

function possibleOptions({ rows, options }: Cars, at: number): Term[] {
  const places = unique(rows.flatMap((row) => row[at] ?? []));
  return places.flatMap((place) => options[at]?.[place] ?? []);
}

function placesIn(options: readonly Term[], stated: FactValue | undefined): number[] {
  const all = options.map((_, at) => at);
  if (stated === undefined) return all;
  return all.filter((at) => {
    const option = options[at];
    return option && "any" in option && option.any[0] === stated;
  });
}

/** Splits all that a fact can be so finely that no term divides a piece. */
function partition(
  fact: string,
  kind: FactKind,
  terms: readonly Term[],
  stated: readonly FactValue[],
): Term[] {
  if (kind === "look") return ["yes", "no"].map((answer) => ({ fact, any: [answer] }));
  if (kind === "serial") {
    const series = unique(terms.flatMap(seriesIn));
    const spans = series.flatMap((name) => {
      const cuts = cutsOf(terms.filter((term) => "series" in term && term.series === name));
      return cuts.map((span) => ({ fact, series: name, ...span }));
    });
    return [...spans, { fact, notSeries: series }];
  }
  if (kind === "choice") {
    const named = unique([...stated, ...terms.flatMap(valuesIn)]);
    return [...named.map((value) => ({ fact, any: [value] })), { fact, none: named }];
  }
  return cutsOf(terms, kind === "date" ? shiftDay : undefined).map((span) => ({ fact, ...span }));
}

const valuesIn = (term: Term) => ("any" in term ? term.any : "none" in term ? term.none : []);
const seriesIn = (term: Term) =>
  "series" in term ? [term.series] : "notSeries" in term ? term.notSeries : [];

type Span = { from?: number | undefined; to?: number | undefined };

function cutsOf(terms: readonly Term[], shift = (at: number, by: number) => at + by): Span[] {
  const spans = terms as readonly Span[];
  const ends = spans.flatMap(({ to }) => (to === undefined ? [] : [shift(to, 1)]));
  const cuts = unique([...spans.flatMap(({ from }) => from ?? []), ...ends]);
  return [undefined, ...cuts].map((from, at) => {
    const next = cuts[at];
    return {
      ...(from === undefined ? {} : { from }),
      ...(next === undefined ? {} : { to: shift(next, -1) }),
    };
  });
}

function shiftDay(day: number, by: number): number {
  const time = Date.UTC(Math.floor(day / 10_000), (Math.floor(day / 100) % 100) - 1, day % 100);
  const shifted = new Date(time + by * 86_400_000).toISOString();
  return Number(shifted.slice(0, 10).replaceAll("-", ""));
}

/** `option` is a piece of a partition that no term divides. */
function termHolds(term: Term, option: Term): Truth {
  if ("any" in option || "none" in option) return truthOf(choiceHolds(term, option));
  if ("notSeries" in term) {
    return truthOf(!("series" in option && term.notSeries.includes(option.series)));
  }
  // Numbers of one series say nothing on cars of another.
  if (seriesOf(term) !== seriesOf(option) || "notSeries" in option) return "unknown";
  const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = term as Span;
  const piece = option as Span;
  const startsWithin = (piece.from ?? Number.NEGATIVE_INFINITY) >= from;
  return truthOf(startsWithin && (piece.to ?? Number.POSITIVE_INFINITY) <= to);
}

const truthOf = (holds: boolean): Truth => (holds ? "true" : "false");
const seriesOf = (term: Term) => ("series" in term ? term.series : undefined);

function choiceHolds(term: Term, option: Term): boolean {
  const value = "any" in option ? option.any[0] : undefined;
  const isNamed = value !== undefined && valuesIn(term).includes(value);
  return "any" in term ? isNamed : "none" in term && !isNamed;
}

function listCells({ rows }: Cars): number[][] | undefined {
  const cells = new Map<string, number[]>();
  let size = 0;
  for (const row of new Map(rows.map((one) => [JSON.stringify(one), one])).values()) {
    size += row.reduce((product, places) => product * places.length, 1);
    if (size > maxCells) return undefined;
    let partial: number[][] = [[]];
    for (const places of row) {
      partial = partial.flatMap((cell) => places.map((place) => [...cell, place]));
    }
    for (const cell of partial) cells.set(cell.join(), cell);
  }
  return [...cells.values()];
}

function applicationHolds({ terms, held }: Application, cars: Cars, cell: number[]): Truth {
  let truth: Truth = held ? "unknown" : "true";
  for (const term of terms) {
    const at = cars.asked.indexOf(term.fact);
    const option = cars.options[at]?.[cell[at] ?? -1];
    const holds = option ? termHolds(term, option) : "unknown";
    if (holds === "false") return "false";
    if (holds === "unknown") truth = "unknown";
  }
  return truth;
}

function strongest(truths: readonly Truth[]): Truth {
  if (truths.includes("true")) return "true";
  return truths.includes("unknown") ? "unknown" : "false";
}

function outcomeOf(fits: readonly Truth[]): Outcome {
  if (fits.every((truth) => truth === "true")) return "yes";
  if (fits.every((truth) => truth === "false")) return "no";
  return fits.includes("true") ? "yes-if" : "not-known";
}

function yes({ applications }: FitQuestion, truths: readonly Truth[][]): Verdict {
  const places = applications.map((_, at) => at);
  const alone = places
    .filter((at) => truths[at]?.every((truth) => truth === "true"))
    .map((at) => ({ at, text: JSON.stringify(canonicalTerms(applications[at]?.terms ?? [])) }))
    .sort((a, b) => a.text.length - b.text.length || order(a.text, b.text));
  const [best] = alone;
  return {
    says: "yes",
    proof: best ? [best.at] : places.filter((at) => truths[at]?.includes("true")),
    because: best ? JSON.parse(best.text) : [],
    needs: needsOf(applications, truths),
  };
}

function needsOf(applications: readonly Application[], truths: readonly Truth[][]): Need[] {
  const fitting = applications.flatMap((application, at) => {
    const row = truths[at] ?? [];
    return row.includes("true") ? [{ ...application, row }] : [];
  });
  return unique(fitting.map(({ position }) => position ?? 0)).map((place) => {
    const position = place === 0 ? null : place;
    const here = fitting.filter((one) => one.position === position);
    const cells = here[0]?.row.map((_, cell) =>
      here.filter(({ row }) => row[cell] === "true").map(({ quantity }) => quantity),
    );
    const isSaid = cells?.every((list) => list.length === 0 || list.some((one) => one !== null));
    const pieces = (cells ?? []).flatMap((list) => (list.length === 0 ? [0] : list));
    return { position, pieces: isSaid ? unique(pieces.filter((one) => one !== null)) : [] };
  });
}

function contradictions({ applications }: FitQuestion, cars: Cars) {
  const terms = canonicalTerms(applications.flatMap((application) => application.terms));
  return terms.flatMap((needs) => {
    const has = possibleOptions(cars, cars.asked.indexOf(needs.fact));
    return has.every((option) => termHolds(needs, option) === "false") ? [{ needs, has }] : [];
  });
}

function askTheMostUseful(
  cars: Cars,
  cells: readonly number[][],
  fits: readonly Truth[],
  facts: FitQuestion["facts"],
): Verdict {
  const candidates = cars.asked.flatMap((fact, at) => {
    const places = unique(cells.map((cell) => cell[at] ?? 0));
    const groups = places.map((place) => fits.filter((_, cell) => cells[cell]?.[at] === place));
    const mixed = groups.filter((truths) => new Set(truths).size > 1);
    const undecided = mixed.flat().length / cells.length;
    // What stays undecided counts ten times as much as the effort to find out.
    const score = 10 * undecided + (facts[fact]?.effort ?? 1) / 9;
    return places.length > 1 ? [{ fact, at, places, groups, undecided, score }] : [];
  });
  candidates.sort((a, b) => a.score - b.score);
  const { fact: ask = "", at = 0, places = [], groups = [] } = candidates[0] ?? {};
  return {
    says: "yes-if",
    ask,
    answers: places.flatMap((place, group) => {
      const term = cars.options[at]?.[place];
      return term ? [{ term, leadsTo: outcomeOf(groups[group] ?? []) }] : [];
    }),
    open: candidates.map(({ fact, undecided }) => ({ fact, undecided })),
  };
}

function askTheCheapest(cars: Cars, facts: FitQuestion["facts"]): Verdict {
  const possible = cars.asked.map((fact, at) => ({ fact, terms: possibleOptions(cars, at) }));
  const open = possible.filter(({ terms }) => terms.length > 1);
  const effortOf = ({ fact }: { fact: string }) => facts[fact]?.effort ?? 1;
  const ask = open.reduce((best, one) => (effortOf(one) < effortOf(best) ? one : best));
  return {
    says: "yes-if",
    ask: ask.fact,
    answers: ask.terms.map((term) => ({ term, leadsTo: "yes-if" })),
    open: open.map(({ fact }) => ({ fact, undecided: 1 })),
  };
}

function order(a: FactValue, b: FactValue): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0;
}

function unique<T extends FactValue>(values: readonly T[]): T[] {
  return [...new Set(values)].sort(order);
}
