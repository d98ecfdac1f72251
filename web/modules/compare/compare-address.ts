import type { PageInput } from "#web/app/page.ts";

export const maxCompared = 4;
export const compareQuery = { parts: /^[^\0\p{Cs}]{1,260}$/u };

export function readCompared({ query: { parts = "" } }: PageInput): string[] {
  const numbers = parts.split(",").map((number) => number.trim());
  return [...new Set(numbers.filter((number) => number && number.length <= 60))].slice(
    0,
    maxCompared,
  );
}
