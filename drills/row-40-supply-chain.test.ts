// Row 40: what the shop is made of comes by the lock file alone, each direct dependency is argued
// for, and none has an open known hole, as far as the registry can be asked.
import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { full, report } from "./drill.ts";
import { faultsOf, type Lock, type Package } from "./locked.ts";

const read = async () => {
  const [made, lock] = await Promise.all(
    ["package.json", "package-lock.json"].map(async (file) =>
      JSON.parse(await readFile(file, "utf8")),
    ),
  );
  return { made: made as Package, lock: lock as Lock };
};

const direct = ({ dependencies, optionalDependencies }: Package) =>
  Object.keys({ ...dependencies, ...optionalDependencies }).sort();

/** The rows of the table that argues for each. */
async function arguedFor(): Promise<Map<string, string>> {
  const page = await readFile("docs/dependencies.md", "utf8");
  return new Map(
    [...page.matchAll(/^\| `([^`]+)` \| (.+) \|$/gm)].map(([, name = "", why = ""]) => [name, why]),
  );
}

describe("row 40: what the shop is made of", () => {
  it("is locked, each package by its hash, none from elsewhere", async () => {
    const { made, lock } = await read();
    const faults = faultsOf(made, lock);
    report({
      row: 40,
      check: "install with the lock file only",
      target: "100 %",
      figure: `${Object.keys(lock.packages).length - 1} packages, ${faults.length} faults`,
      pass: faults.length === 0,
    });
    expect(faults).toEqual([]);
  });

  it("is argued for, each direct dependency of production", async () => {
    const { made } = await read();
    const argued = await arguedFor();
    report({
      row: 40,
      check: "direct production dependencies argued for",
      target: "100 %",
      figure: `${argued.size} of ${direct(made).length}`,
      pass: direct(made).every((name) => argued.has(name)),
    });
    expect([...argued.keys()].sort()).toEqual(direct(made));
    expect([...argued.values()].filter((why) => why.length < 8)).toEqual([]);
  });

  it("is installed by npm ci, and no script of a package runs", async () => {
    expect(await askedOfNpm()).toEqual([["ci", "--ignore-scripts"]]);
  });

  it("has no open known hole", async ({ skip }) => {
    if (!full) return skip("asks a registry: npm run drill -- 40");
    const { answered, holes } = await audit();
    report({
      row: 40,
      check: "no dependency with an open known hole",
      target: "0",
      figure: answered
        ? `${holes.length} holes`
        : "NOT SHOWN: the registry here does not say; run npm audit --omit=dev where it does",
      pass: answered && holes.length === 0,
    });
    if (!answered) return skip("The registry does not answer npm audit");
    expect(holes).toEqual([]);
  });
});

describe("row 40 would tell", () => {
  it.each<[string, (made: Package, lock: Lock) => void]>([
    ["a package without its hash", (_, lock) => delete packageIn(lock, "zod").integrity],
    ["a weaker hash", (_, lock) => set(packageIn(lock, "zod"), { integrity: "sha1-abc=" })],
    [
      "one from an address",
      (_, lock) => set(packageIn(lock, "zod"), { resolved: "https://e/z.tgz" }),
    ],
    ["one that is a folder", (_, lock) => set(packageIn(lock, "zod"), { link: true })],
    ["one that wants another from git", (_, lock) => wants(lock, "github:somebody/left-pad")],
    ["one that wants another from an address", (_, lock) => wants(lock, "https://e.example/a.tgz")],
    [
      "a script that nobody decided about",
      (_, lock) => set(packageIn(lock, "zod"), { hasInstallScript: true }),
    ],
    ["a version that is not exact", (made) => set(made.dependencies, { zod: "^4.6.7" })],
    ["a dependency that is not locked", (made) => set(made.dependencies, { "left-pad": "1.3.0" })],
  ])("%s", async (_, harm) => {
    const { made, lock } = await read();
    harm(made, lock);
    expect(faultsOf(made, lock)).not.toEqual([]);
  });

  it("a set-up that runs the scripts", async () => {
    const careless = (text: string) => text.replace('"--ignore-scripts", ', "");
    expect(await askedOfNpm(careless)).not.toEqual([["ci", "--ignore-scripts"]]);
  });
});

function packageIn({ packages }: Lock, name: string): Lock["packages"][string] {
  return packages[`node_modules/${name}`] ?? {};
}

function set(what: object, changes: object): void {
  Object.assign(what, changes);
}

function wants(lock: Lock, range: string): void {
  set(packageIn(lock, "zod"), { dependencies: { "left-pad": range } });
}

/** What set-up asks of npm in an empty clone: here an npm that only writes that down. */
async function askedOfNpm(change = (text: string) => text): Promise<string[][]> {
  const clone = await mkdtemp(join(tmpdir(), "shop-set-up-"));
  onTestFinished(() => rm(clone, { recursive: true, force: true }));
  await mkdir(join(clone, "scripts"));
  const scripts = (await readdir("scripts")).filter((file) => file.endsWith(".mjs"));
  const files = [...scripts.map((file) => `scripts/${file}`), "package.json", "package-lock.json"];
  for (const file of files) {
    await writeFile(join(clone, file), change(await readFile(file, "utf8")));
  }
  const npm = join(clone, "npm.js");
  await writeFile(npm, "console.log(JSON.stringify(process.argv.slice(2))); process.exit(1);");
  const { stdout } = spawnSync(process.execPath, ["scripts/setup.mjs"], {
    cwd: clone,
    env: { ...process.env, npm_execpath: npm },
    encoding: "utf8",
  });
  const asked = stdout.split("\n").filter((line) => line.startsWith("["));
  return asked.map((line) => (JSON.parse(line) as string[]).slice(0, 2));
}

/** Only an answer in the form that npm gives is one. */
async function audit(): Promise<{ answered: boolean; holes: string[] }> {
  const { stdout } = spawnSync("npm", ["audit", "--omit=dev", "--json"], {
    encoding: "utf8",
    timeout: 60_000,
  });
  const said = JSON.parse(stdout || "{}") as {
    vulnerabilities?: Record<string, { severity: string }>;
  };
  const found = Object.entries(said.vulnerabilities ?? {});
  return {
    answered: said.vulnerabilities !== undefined,
    holes: found.map(([name, { severity }]) => `${name}: ${severity}`),
  };
}
