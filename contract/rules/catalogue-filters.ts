// Attributes that a list is filtered by, as one word of an address: "position:Front|Rear;voltage:14".

/** By the slug of the attribute's name. A value is a choice, a number, or a span such as 256..330. */
export type AttributeFilters = Record<string, string[]>;

const max = { attributes: 8, values: 20, length: 400 };
/** Above this many, the parts of a car or list are not judged one by one. */
export const maxCountedFits = 2_000;

/** More parts are not counted, and have no filters but their types. */
export const maxCounted = 10_000;
export const maxFiltersLength = max.length;

const escapeValue = (value: string) => value.replace(/[%|;:]/g, (each) => encodeURIComponent(each));

export function writeFilters(filters: AttributeFilters): string {
  return Object.keys(filters)
    .sort()
    .filter((key) => filters[key]?.length)
    .map((key) => `${key}:${[...new Set(filters[key])].sort().map(escapeValue).join("|")}`)
    .join(";");
}

export function readFilters(written: string): AttributeFilters | undefined {
  if (written === "") return {};
  if (written.length > max.length) return undefined;
  const filters: AttributeFilters = {};
  for (const each of written.split(";")) {
    const [, key, joined] = /^([a-z0-9]+(?:-[a-z0-9]+)*):([^:]+)$/.exec(each) ?? [];
    if (key === undefined || joined === undefined || key in filters) return undefined;
    const values = joined.split("|").map(readValue);
    if (values.length > max.values || !values.every((value) => value)) return undefined;
    filters[key] = values as string[];
  }
  return Object.keys(filters).length > max.attributes ? undefined : filters;
}

function readValue(value: string): string | undefined {
  try {
    const text = decodeURIComponent(value.replace(/%(?!25|7C|3B|3A)/g, "%25"));
    return text.isWellFormed() && !text.includes("\0") ? text : undefined;
  } catch {
    return undefined;
  }
}

export function toggleFilter(filters: AttributeFilters, key: string, value: string) {
  const { [key]: present = [], ...others } = filters;
  const values = present.includes(value)
    ? present.filter((each) => each !== value)
    : [...present, value];
  return values.length > 0 ? { ...others, [key]: values } : others;
}

const spanEnd = /^-?\d{1,9}(\.\d{1,4})?$/;

export function readSpan(value: string): { from?: number; to?: number } | undefined {
  const [from = "", to, more] = value.split("..");
  const given = [from, to].filter((end) => end !== "");
  if (to === undefined || more !== undefined || given.length === 0) return undefined;
  if (!given.every((end) => end && spanEnd.test(end))) return undefined;
  return { ...(from && { from: +from }), ...(to && { to: +to }) };
}

/** Of two fields: one may be empty, and they may be the wrong way round. */
export function writeSpan(...fields: [from: string, to: string]): string | undefined {
  const [from = "", to = ""] = fields.map((field) => {
    const number = field.trim().replace(",", ".");
    return spanEnd.test(number) ? String(+number) : "";
  });
  if (from === "" && to === "") return undefined;
  const isReversed = from !== "" && to !== "" && +from > +to;
  return isReversed ? `${to}..${from}` : `${from}..${to}`;
}
