const maxLength = 60;

/** The readable end of a page's address; other scripts than Latin leave nothing of a name. */
export function toSlug(name: string): string {
  const words = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
  let slug = words[0]?.slice(0, maxLength) ?? "part";
  for (const word of words.slice(1)) {
    if (slug.length + 1 + word.length > maxLength) break;
    slug += `-${word}`;
  }
  return slug;
}
