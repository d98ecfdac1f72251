/** Texts between two blanks or line breaks. Escapes mean in each what they mean in a string. */
export function list(strings: TemplateStringsArray, ...values: string[]): string[] {
  return String.raw(strings, ...values)
    .trim()
    .split(/ {2,}|\n\s*/)
    .map((item) => item.replace(/\\(?:x(..)|u(?:\{(\w+)\}|(....))|(.))/g, cook));
}

const controls: Record<string, string> = { "0": "\0", n: "\n", r: "\r", t: "\t" };

function cook(_: string, byte?: string, point?: string, unit?: string, sign = ""): string {
  const code = byte ?? point ?? unit;
  if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16));
  return controls[sign] ?? sign;
}
