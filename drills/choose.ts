// Which drills are run, and how large they can be made: what `npm run drill -- --help` tells.
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

const here = import.meta.dirname;
export const allDrills = globSync("row-*.test.ts", { cwd: here })
  .map((name) => `drills/${name}`)
  .sort();

/** The sizes that can be set from outside; which rows have them, and how large, the rows tell. */
export const sizes: Record<string, string> = {
  BACK_ENDS: "how many back ends of PostgreSQL are ended",
  DEPLOYS: "how many new versions are brought",
  EACH: "bad requests to each call",
  FORCED: "orders while a fifth of what is written is refused",
  KILLS: "how often something is killed",
  LEVEL: "how much sqlmap tries, from 1 to 5",
  MINUTES: "how long each service is away",
  PARTS: "how many parts are in the list",
  ROUNDS: "how often all of it is done",
  SECONDS: "how long it is asked for",
  SOAK_MINUTES: "how long the soak takes",
  SQLMAP_MINUTES: "after how long sqlmap begins no other request",
};

/** By the number of a row, which may have several files, or a part of a file's name. */
export function choose(words: readonly string[]): { files: string[]; unknown: string[] } {
  const found = words.map((word) => allDrills.filter((file) => isMeant(word, file)));
  const meant = new Set(found.flat());
  return {
    files: allDrills.filter((file) => words.length === 0 || meant.has(file)),
    unknown: words.filter((_, at) => found[at]?.length === 0),
  };
}

function isMeant(word: string, file: string): boolean {
  const name = nameOf(file);
  return /^\d{1,2}$/.test(word) ? rowOf(file) === Number(word) : name.includes(word);
}

const nameOf = (file: string) => basename(file, ".test.ts");
const rowOf = (file: string) => Number(/^row-(\d+)-/.exec(nameOf(file))?.[1]);

/** Where each size is asked for, as `32 (100)`: the row, and what it is if nobody says otherwise. */
export function usesOfSizes(): Map<string, string[]> {
  const uses = new Map<string, string[]>();
  for (const file of allDrills) {
    const asked = readFileSync(join(here, "..", file), "utf8").matchAll(
      /process\.env\.([A-Z_]+) \?\?\s*([\w."]+)/g,
    );
    for (const [, name = "", usual = ""] of asked) {
      const said = usual.replace("Number.POSITIVE_INFINITY", "no end").replaceAll(/["_]/g, "");
      uses.set(name, [...(uses.get(name) ?? []), `${rowOf(file)} (${said})`]);
    }
  }
  return uses;
}

export function help(): string {
  const uses = usesOfSizes();
  const lines = Object.entries(sizes).map(([name, what]) => {
    return `  ${name.padEnd(14)}  ${what}; row ${uses.get(name)?.join(", ")}`;
  });
  return [
    "npm run drill                     every drill, at its full size",
    "npm run drill -- 8 guessing       those of row 8, and those that have the word in their names",
    "SEED=7 npm run drill -- 8         picks what that run picked, which told its seed",
    "KILLS=20 npm run drill -- 8       in another size:",
    "",
    ...lines,
    "",
    "The drills:",
    "",
    ...allDrills.map((file) => `  ${nameOf(file)}`),
  ].join("\n");
}
