/** One mistake of a typing hand: a character wrong, left out, typed twice, or two swapped. */
export function typoOf(written: string, n: number): string {
  const at = 2 + (n % (written.length - 3));
  const [before, character = "", after] = [
    written.slice(0, at),
    written[at],
    written.slice(at + 1),
  ];
  const wrong = character === "7" ? "3" : "7";
  const swapped = `${after.slice(0, 1)}${character}${after.slice(1)}`;
  const kinds = [wrong + after, after, character + character + after, swapped];
  return before + kinds[n % kinds.length];
}
