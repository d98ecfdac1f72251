const months = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec";
const monthAt = (name: string) => months.split("|").indexOf(name.slice(0, 3).toLowerCase()) + 1;
const date = String.raw`(?:(\d{1,2})\s*[/.-]\s*((?:19|20)\d\d)|((?:${months})[a-z]*)\.?\s+((?:19|20)\d\d))`;
const until = new RegExp(String.raw`^(?:up\s+)?(?:to|until|till|thru|through|->)\s*${date}$`, "i");
const since = new RegExp(String.raw`^(?:from|fr\.?|since|as of)\s*${date}$`, "i");
const serialSince =
  /^(?:from|fr\.?|since)\s*(?:serial|chassis|ser\.?)\s*(?:no\.?|number|#)?\s*#?([a-z][a-z0-9]{0,5}?)[ -]?(\d[\d,.]{2,10})$/i;

export function proposeCondition(note: string): string | undefined {
  const text = note.trim();
  const to = readMonth(until.exec(text));
  if (to) return `built=..${to.year}-${two(to.month)}-${lastDay(to)}`;
  const from = readMonth(since.exec(text));
  if (from) return `built=${from.year}-${two(from.month)}-01..`;
  const [, series, number] = serialSince.exec(text) ?? [];
  return series && number
    ? `serial=${series.toUpperCase()}:${number.replaceAll(/[,.]/g, "")}..`
    : undefined;
}

type Month = { year: number; month: number };

function readMonth(found: RegExpExecArray | null): Month | undefined {
  if (!found) return undefined;
  const [, digits, year, name, yearOfName] = found;
  const month = name ? monthAt(name) : Number(digits);
  return month >= 1 && month <= 12 ? { year: Number(year ?? yearOfName), month } : undefined;
}

const two = (number: number) => `${number}`.padStart(2, "0");
const lastDay = ({ year, month }: Month) => new Date(Date.UTC(year, month, 0)).getUTCDate();

const restricting = [
  /\b(?:to|from|fr|until|till|before|after|since|thru|through|prior)\b.*\d/i,
  /\b(?:except|excluding|exc|only|without|not for|not with|if)\b|\bw\/o?\b/i,
  /\b(?:serial|chassis|vin|prod(?:uction)?\.? date|built)\b/i,
];

export const mayRestrict = (note: string) => restricting.some((shape) => shape.test(note));

const shaped =
  /\b(?=(?:[A-Z0-9 -]*\d){4})[A-Z0-9]{2,}(?:[ -][A-Z0-9]{2,})+\b|\b(?=\w*\d\w*\d\w*\d\w*\d)[A-Z0-9]{7,}\b/;
const day = /\b(?:19|20)\d\d(?:\s*-\s*(?:19|20)?\d\d){0,2}\b/g;

/** "OE 43512-0K050": a number of another maker, by its form. */
export const findNumberIn = (note: string): string | undefined =>
  shaped.exec(note.replaceAll(day, ""))?.[0];
