// How conditions are written in a file: "engine=2.0 T|2.0 D; body!=Wagon; built=2014-11-01..".
import type { Term } from "#contract/rules/fit.ts";
import { toSlug } from "#contract/rules/part-path.ts";
import type { FactWithSlugs } from "./read-all-facts.ts";

type Written = { fact: string; isNot: boolean; values: string[] };

const shape = /^([a-z][a-z0-9:-]*)\s*(!?)\s*=\s*(.+)$/i;

function readParts(text: string): { written: Written[]; problem?: string } {
  const written: Written[] = [];
  for (const part of text.split(";").map((one) => one.trim())) {
    if (part === "") continue;
    const [, fact, not, values] = shape.exec(part) ?? [];
    if (!fact || !values) return { written, problem: `“${part}” is no condition` };
    const list = values.split("|").map((value) => value.trim());
    if (list.includes("")) return { written, problem: `“${part}” has an empty answer` };
    written.push({ fact: fact.toLowerCase(), isNot: not === "!", values: list });
  }
  return { written };
}

const isSpan = (value: string) => value.includes("..");
const bare = (value: string) => value.replaceAll(/\s/g, "").toUpperCase();

/** The same for every way to write the same conditions. What cannot be read stays as it is. */
export function conditionKey(text: string): string {
  const { written, problem } = readParts(text);
  if (problem) return text;
  const keys = written.map(({ fact, isNot, values }) => {
    const slugs = values.map((value) => (isSpan(value) ? bare(value) : toSlug(value)));
    return `${fact}${isNot ? "!" : ""}=${[...new Set(slugs)].sort().join("|")}`;
  });
  return [...new Set(keys)].sort().join("; ");
}

export function readConditions(
  text: string,
  facts: readonly FactWithSlugs[],
): { terms: Term[] } | { problem: string } {
  const { written, problem } = readParts(text);
  if (problem) return { problem };
  const terms: Term[] = [];
  for (const part of written) {
    const fact = facts.find(({ key }) => key === part.fact);
    const term = fact ? readTerm(part, fact) : `There is no fact “${part.fact}”`;
    if (typeof term === "string") return { problem: term };
    terms.push(term);
  }
  return { terms };
}

function readTerm({ fact, isNot, values }: Written, known: FactWithSlugs): Term | string {
  if (known.kind === "look") return { fact, any: values.map((value) => value.toLowerCase()) };
  if (known.kind === "choice") {
    const ids = [];
    for (const value of values) {
      const found = known.values.find(({ slug }) => slug === toSlug(value));
      if (!found) return `${known.question} has no answer “${value}”`;
      ids.push(found.id);
    }
    return isNot ? { fact, none: ids } : { fact, any: ids };
  }
  if (known.kind === "serial" && isNot) return { fact, notSeries: values.map(bare) };
  const [value = "", ...others] = values;
  if (others.length > 0 || isNot) return `${known.question} takes one span, such as 10..20`;
  if (known.kind === "serial") {
    const [series = "", span = ".."] = bare(value).split(":");
    const read = readSpan(span, /^\d{1,9}$/, Number);
    return read ? { fact, series, ...read } : `“${value}” is no span of serial numbers`;
  }
  const isDate = known.kind === "date";
  const read = readSpan(value, isDate ? /^\d{4}-\d\d-\d\d$/ : /^\d{1,9}$/, (end) =>
    Number(end.replaceAll("-", "")),
  );
  const like = isDate ? "2014-01-01..2014-10-31" : "10..20";
  return read ? { fact, ...read } : `“${value}” is no span such as ${like}`;
}

function readSpan(text: string, end: RegExp, read: (end: string) => number) {
  const ends = bare(text).split("..");
  if (ends.length !== 2 || !ends.every((one) => one === "" || end.test(one))) return undefined;
  const [from = "", to = ""] = ends;
  return { ...(from && { from: read(from) }), ...(to && { to: read(to) }) };
}

export function writeConditions(terms: readonly Term[], facts: readonly FactWithSlugs[]): string {
  return terms
    .map((term) =>
      writeTerm(
        term,
        facts.find(({ key }) => key === term.fact),
      ),
    )
    .sort()
    .join("; ");
}

function writeTerm(term: Term, fact: FactWithSlugs | undefined): string {
  if ("notSeries" in term) return `${term.fact}!=${[...term.notSeries].sort().join("|")}`;
  if ("any" in term || "none" in term) {
    const [values, sign] = "any" in term ? [term.any, "="] : [term.none, "!="];
    return `${term.fact}${sign}${values
      .map((value) => nameOf(value, fact))
      .sort()
      .join("|")}`;
  }
  const { from, to } = term as { from?: number; to?: number };
  const isDate = fact?.kind === "date";
  const write = (at: number | undefined) =>
    isDate ? `${at ?? ""}`.replace(/(....)(..)(..)/, "$1-$2-$3") : `${at ?? ""}`;
  const series = "series" in term ? `${term.series}:` : "";
  return `${term.fact}=${series}${write(from)}..${write(to)}`;
}

/** Its label, where that leads back to it. */
function nameOf(value: number | string, fact: FactWithSlugs | undefined): string {
  const found = fact?.values.find(({ id }) => id === value);
  if (!found) return `${value}`;
  const { label, slug } = found;
  return toSlug(label) === slug && !/[|;]|\.\./.test(label) ? label : slug;
}
