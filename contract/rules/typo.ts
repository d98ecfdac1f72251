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

export function listTypoForms(norm: string): string[] {
  const forms = new Set<string>();
  for (let at = 0; at <= norm.length; at++) {
    const [before, after] = [norm.slice(0, at), norm.slice(at)];
    for (const character of characters) forms.add(before + character + after);
    if (after === "") continue;
    for (const character of characters) forms.add(before + character + after.slice(1));
    forms.add(before + after.slice(1));
    forms.add(before + (after[1] ?? "") + (after[0] ?? "") + after.slice(2));
  }
  forms.delete(norm);
  forms.delete("");
  return [...forms];
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
