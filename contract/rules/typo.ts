// Mistakes of one hand movement: a character wrong, missing, or too many, or two neighbours swapped.

export type Typo = "wrong" | "missing" | "extra" | "swapped" | "look-alike";

export function findTypo(written: string, right: string): Typo | undefined {
  if (written === right) return undefined;
  const longer = Math.max(written.length, right.length);
  let start = 0;
  while (start < longer && written[start] === right[start]) start++;
  const rest = (text: string, from: number) => text.slice(start + from);
  if (written.length === right.length) {
    if (rest(written, 1) === rest(right, 1)) {
      return foldLookAlikes(written) === foldLookAlikes(right) ? "look-alike" : "wrong";
    }
    const isSwapped = written[start] === right[start + 1] && written[start + 1] === right[start];
    return isSwapped && rest(written, 2) === rest(right, 2) ? "swapped" : undefined;
  }
  if (rest(written, 0) === rest(right, 1)) return "missing";
  return rest(written, 1) === rest(right, 0) ? "extra" : undefined;
}

const characters = [..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/** Each once. They are hundreds: a set of them takes eight times as long. */
export function listTypoForms(norm: string): string[] {
  const forms: string[] = [];
  for (let at = 0; at <= norm.length; at++) {
    const [before, after] = [norm.slice(0, at), norm.slice(at + 1)];
    const [last, own = "", next] = [norm[at - 1], norm[at], norm[at + 1]];
    for (const other of characters) if (other !== last) forms.push(before + other + own + after);
    if (own === "") break;
    for (const other of characters) if (other !== own) forms.push(before + other + after);
    if (own !== last && norm.length > 1) forms.push(before + after);
    if (next !== undefined && next !== own) forms.push(before + next + own + after.slice(1));
  }
  return forms;
}

/** O and 0, I and 1 are read for each other, often throughout a number. */
export function foldLookAlikes(norm: string): string {
  return norm.replaceAll("O", "0").replaceAll("I", "1");
}

const lookAlikes: Record<string, string> = { O: "0", "0": "O", I: "1", "1": "I" };
const maxLookAlikes = 6;

export function listLookAlikeForms(norm: string): string[] {
  const count = [...norm].filter((character) => character in lookAlikes).length;
  if (count === 0 || count > maxLookAlikes) return [];
  let forms = [""];
  for (const character of norm) {
    const other = lookAlikes[character];
    forms = forms.flatMap((form) =>
      other ? [form + character, form + other] : [form + character],
    );
  }
  return forms.filter((form) => form !== norm);
}
