// Which proofs run, and at which size: what `npm run proofs -- --help` prints.
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

const here = import.meta.dirname;
export const allProofs = globSync("{row-*,screens}.test.ts", { cwd: here })
  .map((name) => `proofs/${name}`)
  .sort();

/** Sizes that can be set by variables; the rows say which they use and how large it is otherwise. */
export const sizes: Record<string, string> = {
  ATTACK_SECONDS: "seconds of the attack",
  BACK_ENDS: "back ends of PostgreSQL to terminate",
  CALLS: "expression that the names of the calls match, such as ^POST",
  CASES: "random cases of parts and cars",
  CATALOGUES: "random catalogues",
  CHANGES: "changes while processes are killed",
  DEPLOYS: "new versions to deploy",
  EACH: "bad requests to each call",
  FORCED: "orders while a fifth of the writes is refused",
  KILLS: "kills",
  LEVEL: "how much sqlmap tries, from 1 to 5",
  MINUTES: "minutes for which each service is down",
  PARTS: "parts in the list",
  RELEASE: "commit of the release that runs beside this one",
  ROUNDS: "repetitions of everything",
  SCHEDULES: "schedules of connections that die",
  SECONDS: "seconds of load",
  SOAK_MINUTES: "minutes of the soak",
  SQLMAP_FIRST: 'calls that sqlmap begins with, such as "POST /orders,GET /parts"',
  SQLMAP_MINUTES: "minutes after which sqlmap begins no other request",
  STEPS: "steps of the model",
};

export function choose(words: readonly string[]): { files: string[]; unknown: string[] } {
  const found = words.map((word) => allProofs.filter((file) => isChosen(word, file)));
  const chosen = new Set(found.flat());
  return {
    files: allProofs.filter((file) => words.length === 0 || chosen.has(file)),
    unknown: words.filter((_, at) => found[at]?.length === 0),
  };
}

function isChosen(word: string, file: string): boolean {
  const name = nameOf(file);
  return /^\d{1,2}$/.test(word) ? rowOf(file) === Number(word) : name.includes(word);
}

const nameOf = (file: string) => basename(file, ".test.ts");
const rowOf = (file: string) => Number(/^row-(\d+)-/.exec(nameOf(file))?.[1]);

export function usesOfSizes(): Map<string, string[]> {
  const uses = new Map<string, string[]>();
  for (const file of allProofs) {
    const asked = readFileSync(join(here, "..", file), "utf8").matchAll(
      /process\.env\.([A-Z_]+) \?\?\s*([\w."]+)/g,
    );
    for (const [, name = "", usual = ""] of asked) {
      const said = usual.replace("Number.POSITIVE_INFINITY", "no limit").replaceAll(/["_]/g, "");
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
    "npm run proofs                     every proof, at its full size",
    "npm run proofs -- 8 guessing       those of row 8, and those with the word in their names",
    "npm run proofs -- quick            everything that npm test leaves out, at a small size",
    "npm run proofs -- screens          every screen in its states, themes, sizes, by keyboard",
    "SEED=7 npm run proofs -- 8         makes the random choices of the run that printed this seed",
    "KILLS=20 npm run proofs -- 8       at another size:",
    "",
    ...lines,
    "",
    "The proofs:",
    "",
    ...allProofs.map((file) => `  ${nameOf(file)}`),
  ].join("\n");
}
