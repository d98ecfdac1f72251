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
      /** The cars that its applications are for, if they are for several. */
      listed: Term[][];
    }
  | {
      says: "not-known";
      why: "no-data" | "universal" | "contradiction" | "being-checked" | "other-series";
    };

/** Above this many possible cells the cheapest question is asked at once. */
export const maxCells = 5_000;
/** So many applications are compared with parts of all cars before it stays open whether the rest fits. */
const maxComparisons = 50_000;

type Truth = "true" | "false" | "unknown";

export function judgeFit(question: FitQuestion): Verdict {
  return judgeTogether(question, []);
}

/** `inside`: the applications of further parts, each of which must fit the same car. */
export function judgeTogether(question: FitQuestion, inside: readonly Application[][]): Verdict {
  const { applications, universal, listsAllVehicles } = question;
  if (universal) return { says: "not-known", why: "universal" };
  const parts = [applications, ...inside];
  const cars = listCars({ ...question, terms: termsOf(parts) });
  if (cars.rows.length === 0) return { says: "not-known", why: "contradiction" };
  if (applications.length === 0) {
    return listsAllVehicles
      ? { says: "no", why: "not-listed", against: [], listed: [] }
      : { says: "not-known", why: "no-data" };
  }
  const says = outcomeOf(truthsOf(parts, cars));
  if (says === "yes") return yes(applications, cars);
  if (says === "no") return no(parts, cars);
  if (says === "yes-if") return ask(parts, question, cars);
  const isHeld = parts.flat().some(({ held }) => held);
  return { says, why: isHeld ? "being-checked" : "other-series" };
}

const termsOf = (parts: readonly Application[][]) => parts.flat().flatMap(({ terms }) => terms);

/** Whether any car was built as this one is known to be. */
export function isPossibleCar(car: Pick<FitQuestion, "vehicle" | "known" | "facts">): boolean {
  return listCars({ ...car, terms: [] }).rows.length > 0;
}

export function chooseListQuestion(
  verdicts: readonly Verdict[],
  known: FitQuestion["facts"],
): { fact: string; decides: number; of: number } | undefined {
  const open = verdicts.flatMap((verdict) => (verdict.says === "yes-if" ? [verdict.open] : []));
  const facts = unique(open.flatMap((list) => list.map(({ fact }) => fact)));
  const sums = facts.map((fact) => {
    const shares = open.map((list) => list.find((one) => one.fact === fact)?.undecided ?? 1);
    const decides = shares.filter((share) => share === 0).length;
    return { fact, decides, undecided: shares.reduce((sum, share) => sum + share, 0) };
  });
  const byEase = compareEase(known);
  sums.sort((a, b) => b.decides - a.decides || a.undecided - b.undecided || byEase(a, b));
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

/** A part of all cars: for each fact that is asked, the places of the options that are meant. */
type Box = number[][];
type Line = { held: boolean; terms: { at: number; holds: Truth[] }[] };

const toLines = (applications: readonly Application[], { asked, options }: Cars): Line[] =>
  applications.map(({ terms, held }) => ({
    held,
    terms: terms.map((term) => {
      const at = asked.indexOf(term.fact);
      return { at, holds: (options[at] ?? []).map((option) => termHolds(term, option)) };
    }),
  }));

/** What is true of some car, if one application of each part must hold. Undefined: too much to look at. */
function truthsOf(
  parts: readonly Application[][],
  cars: Cars,
  boxes: readonly Box[] = cars.rows,
  left = { comparisons: maxComparisons },
): Set<Truth> | undefined {
  const lines = parts.map((applications) => toLines(applications, cars));
  const found = new Set<Truth>();
  for (const box of boxes) findTruths(lines, box, found, left);
  return left.comparisons < 0 && !isSettled(found) ? undefined : found;
}

/** Some fit and others do not: no further car changes that. */
const isSettled = (found: ReadonlySet<Truth>) => found.has("true") && found.size > 1;

/** Divides the box only where a line that may hold is true of a part of it. */
function findTruths(
  parts: readonly Line[][],
  box: Box,
  found: Set<Truth>,
  left: { comparisons: number },
): void {
  if (isSettled(found) || left.comparisons < 0) return;
  const open: Line[][] = [];
  for (const lines of parts) {
    left.comparisons -= lines.length;
    const judged = lines.map((line) => ({ line, truth: truthIn(line, box) }));
    const possible = judged.filter(({ truth }) => truth !== "false");
    if (possible.length === 0) {
      found.add("false");
      return;
    }
    if (!possible.some(({ truth }) => truth === "true"))
      open.push(possible.map(({ line }) => line));
  }
  const [term] = open.flat().flatMap(({ terms }) => terms.filter((one) => isMixed(one, box)));
  if (!term) {
    found.add(open.length === 0 ? "true" : "unknown");
    return;
  }
  for (const truth of ["true", "false", "unknown"] as const) {
    const places = (box[term.at] ?? []).filter((place) => term.holds[place] === truth);
    if (places.length > 0) findTruths(open, box.with(term.at, places), found, left);
  }
}

function isMixed({ at, holds }: Line["terms"][number], box: Box): boolean {
  const [first = 0, ...others] = box[at] ?? [];
  return others.some((place) => holds[place] !== holds[first]);
}

/** Undefined: it depends on the car. */
function truthIn({ terms, held }: Line, box: Box): Truth | undefined {
  let truth: Truth | undefined = held ? "unknown" : "true";
  for (const term of terms) {
    const holds = isMixed(term, box) ? undefined : term.holds[box[term.at]?.[0] ?? -1];
    if (holds === "false") return "false";
    if (holds === undefined || truth === undefined) truth = undefined;
    else if (holds === "unknown") truth = "unknown";
  }
  return truth;
}

function outcomeOf(truths: ReadonlySet<Truth> | undefined): Outcome {
  if (!truths) return "yes-if";
  if (truths.has("true")) return truths.size === 1 ? "yes" : "yes-if";
  return truths.has("unknown") ? "not-known" : "no";
}

/** The parts of these cars for which all terms of a line are true. */
function boxesOf(line: Line, boxes: readonly Box[]): Box[] {
  if (line.held) return [];
  return boxes.flatMap((box) => {
    const narrowed = box.map((places, at) =>
      places.filter((place) =>
        line.terms.every((term) => term.at !== at || term.holds[place] === "true"),
      ),
    );
    return narrowed.every((places) => places.length > 0) ? [narrowed] : [];
  });
}

function yes(applications: readonly Application[], cars: Cars): Verdict {
  const lines = toLines(applications, cars);
  const alone = applications
    .map(({ terms }, at) => ({ at, text: JSON.stringify(canonicalTerms(terms)) }))
    .filter(({ at }) => {
      const line = lines[at];
      return line && cars.rows.every((box) => truthIn(line, box) === "true");
    })
    .sort((a, b) => a.text.length - b.text.length || order(a.text, b.text));
  const [best] = alone;
  const holding = lines.flatMap((line, at) => (boxesOf(line, cars.rows).length > 0 ? [at] : []));
  return {
    says: "yes",
    proof: best ? [best.at] : holding,
    because: best ? JSON.parse(best.text) : [],
    needs: needsOf(
      holding.flatMap((at) => applications[at] ?? []),
      cars,
    ),
  };
}

/** `holding`: applications that are true of some car. */
function needsOf(holding: readonly Application[], cars: Cars): Need[] {
  return unique(holding.map(({ position }) => position ?? 0)).map((place) => {
    const position = place === 0 ? null : place;
    const here = holding.filter((one) => one.position === position);
    const said = here.filter(({ quantity }) => quantity !== null);
    const unsaid = here.filter(({ quantity }) => quantity === null);
    const isSaid = toLines(unsaid, cars).every((line) =>
      isAlways([said], cars, boxesOf(line, cars.rows)),
    );
    const pieces = said.flatMap(({ quantity }) => quantity ?? []);
    const always = isAlways([here], cars);
    return { position, pieces: isSaid ? unique(always ? pieces : [0, ...pieces]) : [] };
  });
}

const isAlways = (parts: readonly Application[][], cars: Cars, boxes?: readonly Box[]) =>
  outcomeOf(truthsOf(parts, cars, boxes)) === "yes";

function no([applications = [], ...inside]: readonly Application[][], cars: Cars): Verdict {
  // Each of the parts fits some car, but no car suits them all.
  if (inside.length > 0) return { says: "no", why: "another-car", against: [], listed: [] };
  const against = canonicalTerms(termsOf([applications])).flatMap((needs) => {
    const has = possibleOptions(cars, cars.asked.indexOf(needs.fact));
    return has.every((option) => termHolds(needs, option) === "false") ? [{ needs, has }] : [];
  });
  const texts = unique(applications.map(({ terms }) => JSON.stringify(canonicalTerms(terms))));
  const listed = texts.length > 1 ? texts.map((text) => JSON.parse(text) as Term[]) : [];
  return { says: "no", why: "another-car", against, listed };
}

function ask(parts: readonly Application[][], question: FitQuestion, cars: Cars): Verdict {
  const cells = listCells(cars);
  if (cells) return askTheMostUseful(parts, cars, cells, question.facts);
  // What surely does not hold asks for nothing.
  const possible = parts.map((applications) => {
    const lines = toLines(applications, cars);
    return applications.filter((_, at) => {
      const line = lines[at];
      return line && cars.rows.some((box) => truthIn(line, box) !== "false");
    });
  });
  const rest = listCars({ ...question, terms: termsOf(possible) });
  const fewer = listCells(rest);
  return fewer
    ? askTheMostUseful(possible, rest, fewer, question.facts)
    : askTheCheapest(possible, question, rest);
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

function askTheMostUseful(
  parts: readonly Application[][],
  cars: Cars,
  cells: readonly number[][],
  facts: FitQuestion["facts"],
): Verdict {
  const lines = parts.map((applications) => toLines(applications, cars));
  const fits = cells.map((cell) => truthOfCell(lines, cell));
  const candidates = cars.asked.flatMap((fact, at) => {
    const places = unique(cells.map((cell) => cell[at] ?? 0));
    const groups = places.map((place) => fits.filter((_, cell) => cells[cell]?.[at] === place));
    const mixed = groups.filter((truths) => new Set(truths).size > 1);
    const undecided = mixed.flat().length / cells.length;
    // What stays undecided counts ten times as much as the effort to find out.
    const score = 10 * undecided + (facts[fact]?.effort ?? 1) / 9;
    return places.length > 1 ? [{ fact, at, places, groups, undecided, score }] : [];
  });
  const byEase = compareEase(facts);
  candidates.sort((a, b) => a.score - b.score || byEase(a, b));
  const { fact: ask = "", at = 0, places = [], groups = [] } = candidates[0] ?? {};
  return {
    says: "yes-if",
    ask,
    answers: places.flatMap((place, group) => {
      const term = cars.options[at]?.[place];
      return term ? [{ term, leadsTo: outcomeOf(new Set(groups[group])) }] : [];
    }),
    open: candidates.map(({ fact, undecided }) => ({ fact, undecided })),
  };
}

function truthOfCell(parts: readonly Line[][], cell: readonly number[]): Truth {
  const each = parts.map((lines) => strongest(lines.map((line) => truthOfLine(line, cell))));
  if (each.includes("false")) return "false";
  return each.includes("unknown") ? "unknown" : "true";
}

function truthOfLine({ terms, held }: Line, cell: readonly number[]): Truth {
  const each = terms.map(({ at, holds }) => holds[cell[at] ?? -1]);
  if (each.includes("false")) return "false";
  return held || each.includes("unknown") ? "unknown" : "true";
}

function strongest(truths: readonly Truth[]): Truth {
  if (truths.includes("true")) return "true";
  return truths.includes("unknown") ? "unknown" : "false";
}

function askTheCheapest(
  parts: readonly Application[][],
  { facts }: FitQuestion,
  cars: Cars,
): Verdict {
  const possible = cars.asked.map((fact, at) => ({ fact, at, terms: possibleOptions(cars, at) }));
  const open = possible.filter(({ terms }) => terms.length > 1).sort(compareEase(facts));
  const [{ fact: ask, at, terms } = { fact: "", at: 0, terms: [] }] = open;
  const left = { comparisons: maxComparisons };
  return {
    says: "yes-if",
    ask,
    answers: terms.map((term) => {
      const place = cars.options[at]?.indexOf(term) ?? -1;
      const boxes = cars.rows.filter((row) => row[at]?.includes(place));
      const narrowed = boxes.map((row) => row.with(at, [place]));
      return { term, leadsTo: outcomeOf(truthsOf(parts, cars, narrowed, left)) };
    }),
    open: open.map(({ fact }) => ({ fact, undecided: 1 })),
  };
}

/** What is chosen from a list is told sooner than a day or a number, and these sooner than a look. */
const kinds: FactKind[] = ["choice", "date", "number", "serial", "look"];

const compareEase = (facts: FitQuestion["facts"]) => (a: { fact: string }, b: { fact: string }) => {
  const [one, other] = [facts[a.fact], facts[b.fact]];
  return (
    (one?.effort ?? 1) - (other?.effort ?? 1) ||
    kinds.indexOf(one?.kind ?? "choice") - kinds.indexOf(other?.kind ?? "choice") ||
    order(a.fact, b.fact)
  );
};

function order(a: FactValue, b: FactValue): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0;
}

function unique<T extends FactValue>(values: readonly T[]): T[] {
  return [...new Set(values)].sort(order);
}
