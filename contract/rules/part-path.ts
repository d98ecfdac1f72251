export function partPath({ number, name }: { number: string; name: string }): string {
  return `${shortPartPath(number)}/${toSlug(name)}`;
}

/** For long lists, whose HTML must stay small; the server redirects it to the whole address. */
export function shortPartPath(number: string): string {
  return `/part/${encodeURIComponent(number)}`;
}

const maxLength = 60;

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
