// The ways in which an address is written so that a guard and a router read it differently.
const within = /(?<=\/[^/]+)\//;
const lastSlash = /(?<=.)\/(?=[^/]*$)/;
const hex = (character: string) =>
  `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;

export const spellings: Record<string, (path: string) => string> = {
  "// at the start": (path) => `/${path}`,
  "// within": (path) => path.replace(within, "//"),
  "// everywhere": (path) => path.replaceAll("/", "//"),
  "/ at the end": (path) => `${path}/`,
  "/. at the end": (path) => `${path}/.`,
  "/./ within": (path) => path.replace(within, "/./"),
  "/x/.. before": (path) => `/x/..${path}`,
  "/%2e%2e before": (path) => `/x/%2e%2e${path}`,
  "%2F within": (path) => path.replace(within, "%2F"),
  "%2f for the last /": (path) => path.replace(lastSlash, "%2f"),
  "%2F at the end": (path) => `${path}%2F`,
  "backslash within": (path) => path.replace(within, "\\"),
  capitals: (path) => path.toUpperCase(),
  "one capital": (path) => path.replace(/[a-z](?=[^/]*$)/, (letter) => letter.toUpperCase()),
  "an encoded letter": (path) => path.replace(/[a-z]/, hex),
  "a letter encoded at the end": (path) => path.replace(/[a-z](?=[^a-z]*$)/, hex),
  "all letters encoded": (path) => path.replace(/[a-z]/g, hex),
  "a letter encoded twice": (path) =>
    path.replace(/[a-z]/, (letter) => `%25${hex(letter).slice(1)}`),
  ";x at the end": (path) => `${path};x=1`,
  ";x within": (path) => path.replace(within, ";x/"),
  "a query": (path) => `${path}?x=/`,
  "a fragment": (path) => `${path}#x`,
  "a file's ending": (path) => `${path}.json`,
  "%00 at the end": (path) => `${path}%00`,
  "%20 at the end": (path) => `${path}%20`,
  "the whole address": (path) => `http://localhost${path}`,
};

export function respell(address: string, spell: (path: string) => string): string {
  const end = address.indexOf("?");
  if (end < 0) return spell(address);
  const spelled = spell(address.slice(0, end));
  const query = address.slice(end + 1);
  return spelled.includes("?") ? `${spelled}&${query}` : `${spelled}?${query}`;
}
