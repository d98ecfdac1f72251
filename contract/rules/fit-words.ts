import type { Term } from "./fit.ts";

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
  if (from !== undefined && to !== undefined) return `from ${firstDay(from)} to ${lastDay(to)}`;
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
