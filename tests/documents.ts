import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

/** Files of the repository, those included that are not committed yet. */
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  encoding: "utf8",
})
  .trimEnd()
  .split("\n")
  .filter((file) => existsSync(file));

export const documents = files.filter((file) => file.endsWith(".md"));

/** `a/b/c.ts` can be named by itself, as `b/c.ts` and as `c.ts`; the same holds for folders. */
const names = new Set([...files, ...files.flatMap(foldersOf)].flatMap(endsOf));

function foldersOf(file: string): string[] {
  const parts = file.split("/").slice(0, -1);
  return parts.map((_, at) => `${parts.slice(0, at + 1).join("/")}/`);
}

function endsOf(path: string): string[] {
  const parts = path.split("/");
  return parts.map((_, at) => parts.slice(at).join("/")).filter((end) => end !== "");
}

export function commandsIn(folder: string): string[] {
  const manifest = join(folder, "package.json");
  if (!existsSync(manifest)) return [];
  return Object.keys(JSON.parse(readFileSync(manifest, "utf8")).scripts ?? {});
}

function anchorsOf(text: string): string[] {
  const headings = text.replace(/^```.*?^```/gms, "").matchAll(/^#+ (.+)$/gm);
  return [...headings].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\w -]/g, "")
      .replaceAll(" ", "-"),
  );
}

/** A link must lead to a file or folder, and to a heading where one is named. */
export function problemOfLink(document: string, link: string): string[] {
  if (/^(https?|mailto):/.test(link)) return [];
  const [path = "", anchor] = link.split("#");
  const file = path === "" ? document : join(dirname(document), path);
  if (!existsSync(file)) return [`${link} is not there`];
  if (!anchor || statSync(file).isDirectory()) return [];
  const isThere = anchorsOf(readFileSync(file, "utf8")).includes(anchor);
  return isThere ? [] : [`${link} has no such heading`];
}

/** What a document says of this repository and is not so: links, file names, commands. */
export function problemsOf(document: string, text: string): string[] {
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
  const paths = [
    ...text.matchAll(/`(\w[\w@.-]*(?:\/[\w@.-]+)*\.(?:tsx?|mjs|md|sql|txt|webp|yaml|template))`/g),
    ...text.matchAll(/`(\w[\w@.-]*(?:\/[\w@.-]+)*\/)`/g),
  ].map(([, path = ""]) => path);
  const commands = [...text.matchAll(/\bnpm run ([a-z][\w-]*)/g)].map(([, name = ""]) => name);
  const known = [...commandsIn("."), ...commandsIn(dirname(document))];
  return [
    ...links.flatMap((link) => problemOfLink(document, link)),
    ...paths.filter((path) => !names.has(path)).map((path) => `there is no ${path}`),
    ...commands.filter((name) => !known.includes(name)).map((name) => `no npm run ${name}`),
  ].map((problem) => `${document}: ${problem}`);
}
