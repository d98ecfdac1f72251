import type { Term, Verdict } from "./fit.ts";

type Fact = {
  key: string;
  kind: string;
  question: string;
  unit: string | null;
  values: readonly { id: number; label: string }[];
};

/** "engine 2.0 T", "built before November 2014" */
export function describeTerm(term: Term, facts: readonly Fact[]): string {
  const fact = facts.find(({ key }) => key === term.fact);
  const noun = term.fact.replaceAll("-", " ");
  if (fact?.kind === "look") return `${fact.question} ${describeAnswer(term, facts)}`;
  if ("none" in term) return `${noun} other than ${labels(term.none, fact)}`;
  if ("any" in term) return `${noun} ${labels(term.any, fact)}`;
  if ("notSeries" in term) return `serial number not of series ${term.notSeries.join(" or ")}`;
  if ("series" in term) return `serial number ${term.series} ${span(term, String)}`.trim();
  if (fact?.kind === "date" || term.fact === "built") return `${noun} ${days(term)}`;
  return `${noun} ${span(term, (at) => withUnit(at, fact))}`;
}

export function describeAnswer(term: Term, facts: readonly Fact[]): string {
  const fact = facts.find(({ key }) => key === term.fact);
  if (fact?.kind === "look") return "any" in term && term.any[0] === "yes" ? "Yes" : "No";
  if ("none" in term || "notSeries" in term) return "Another";
  if ("any" in term) return labels(term.any, fact);
  if ("series" in term) return capital(`${term.series} ${span(term, String)}`.trim());
  if (fact?.kind === "date" || term.fact === "built") return capital(days(term));
  return capital(span(term, (at) => withUnit(at, fact)));
}

/** On buttons side by side, of which the first and the last span need one end only. */
export function describeAnswers(terms: readonly Term[], facts: readonly Fact[]): string[] {
  return terms.map((term, at) => {
    if (!("from" in term && "to" in term) || "series" in term) return describeAnswer(term, facts);
    const { from, to, ...rest } = term;
    if (at === 0) return describeAnswer({ ...rest, to }, facts);
    return describeAnswer(at === terms.length - 1 ? { ...rest, from } : term, facts);
  });
}

type Misfit = Pick<Extract<Verdict, { says: "no" }>, "against" | "listed">;

/** Why no application holds. What each of several alternatives asks for is not needed by itself. */
export function describeMisfit({ against, listed }: Misfit, facts: readonly Fact[]): string[] {
  const isInEach = (needs: Term) =>
    listed.every((terms) => terms.some((term) => JSON.stringify(term) === JSON.stringify(needs)));
  const needed = against.filter(({ needs }) => isInEach(needs));
  if (needed.length > 0 || listed.length === 0) {
    return needed.map(({ needs, has }) => {
      const own = has.map((term) => describeTerm(term, facts)).join(" or ");
      return `Needed: ${describeTerm(needs, facts)}. Yours: ${own}.`;
    });
  }
  const cars = [...new Set(listed.map((terms) => describeCar(terms, facts)))];
  const named = cars.length > maxNamedCars ? cars.slice(0, maxNamedCars - 1) : cars;
  const more = cars.length - named.length;
  const [last = "", ...others] = [...named, ...(more > 0 ? [`${more} more`] : [])].reverse();
  const all = others.length > 0 ? `${others.reverse().join("; ")} and ${last}` : last;
  return [`Listed for ${all}; yours is ${describeOwn(against, facts)}.`];
}

const maxNamedCars = 5;

function describeOwn(against: Misfit["against"], facts: readonly Fact[]): string {
  const byFact = new Map(against.map(({ needs, has }) => [needs.fact, has]));
  const own = [...byFact].flatMap(([fact, has]): Term[] => {
    const [only, ...others] = has;
    if (others.length === 0) return only ? [only] : [];
    const any = has.flatMap((term) => ("any" in term ? term.any : []));
    return any.length === has.length ? [{ fact, any }] : [];
  });
  if (own.length === 0) return "another version";
  const text = describeCar(own, facts);
  return /^(?:[aeio8]|SUV)/i.test(text) ? `an ${text}` : `a ${text}`;
}

/** "2.0 T Wagon, built before November 2014" */
function describeCar(terms: readonly Term[], facts: readonly Fact[]): string {
  const bodyLast = terms.toSorted((a, b) => Number(a.fact === "body") - Number(b.fact === "body"));
  const isLabel = (term: Term) =>
    "any" in term && facts.find(({ key }) => key === term.fact)?.kind === "choice";
  const label = bodyLast.filter(isLabel).map((term) => describeAnswer(term, facts));
  const rest = bodyLast.filter((term) => !isLabel(term)).map((term) => describeTerm(term, facts));
  return [...(label.length > 0 ? [label.join(" ")] : ["car"]), ...rest].join(", ");
}

function labels(values: readonly (number | string)[], fact: Fact | undefined): string {
  const named = values.map((value) => fact?.values.find(({ id }) => id === value)?.label ?? value);
  return named.join(" or ");
}

type Span = { from?: number | undefined; to?: number | undefined };

function span({ from, to }: Span, write: (at: number) => string): string {
  if (from !== undefined && from === to) return write(from);
  if (from === undefined) return to === undefined ? "" : `up to ${write(to)}`;
  return to === undefined ? `from ${write(from)}` : `${write(from)} to ${write(to)}`;
}

const withUnit = (at: number, fact: Fact | undefined) =>
  fact?.unit ? `${at} ${fact.unit}` : `${at}`;

const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** A whole month is written without its days. */
function days({ from, to }: Span): string {
  if (from !== undefined && from === to) return `on ${writeDay(from)}`;
  if (from !== undefined && to !== undefined) {
    if (monthOf(from) !== monthOf(to)) return `from ${firstDay(from)} to ${lastDay(to)}`;
    const isWhole = from % 100 === 1 && isLastDay(to);
    return isWhole ? `in ${monthOf(from)}` : `from ${from % 100} to ${writeDay(to)}`;
  }
  if (from !== undefined) return `from ${firstDay(from)}`;
  if (to === undefined) return "at any time";
  return isLastDay(to) ? `before ${monthOf(nextMonth(to))}` : `until ${writeDay(to)}`;
}

const firstDay = (day: number) => (day % 100 === 1 ? monthOf(day) : writeDay(day));
const lastDay = (day: number) => (isLastDay(day) ? monthOf(day) : writeDay(day));
const writeDay = (day: number) => `${day % 100} ${monthOf(day)}`;

function monthOf(day: number): string {
  return `${months[(Math.floor(day / 100) % 100) - 1]} ${Math.floor(day / 10_000)}`;
}

function isLastDay(day: number): boolean {
  const [year, month] = [Math.floor(day / 10_000), Math.floor(day / 100) % 100];
  return day % 100 === new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function nextMonth(day: number): number {
  const month = Math.floor(day / 100);
  return (month % 100 === 12 ? month + 89 : month + 1) * 100 + 1;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
