import type { PartType } from "#contract/catalog.ts";

export function typeChoices(types: PartType[]): Record<string, string> {
  const depths = new Map<string | null, number>();
  for (const { slug, parent } of types) depths.set(slug, (depths.get(parent) ?? -1) + 1);
  const named = types.map(({ slug, name }) => [
    slug,
    `${"\u00a0\u00a0\u00a0".repeat(depths.get(slug) ?? 0)}${name}`,
  ]);
  return { "": "None", ...Object.fromEntries(named) };
}
