// Row 40: dependencies are locked, argued for and without known vulnerabilities.
import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { full, report } from "./report.ts";

type LockedPackage = {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  inBundle?: boolean;
  hasInstallScript?: boolean;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
};

const kinds = ["dependencies", "devDependencies", "optionalDependencies"] as const;

type Lock = { packages: Record<string, LockedPackage> };
type Manifest = Record<(typeof kinds)[number], Record<string, string>> & {
  allowScripts: Record<string, boolean>;
};

/** A range of versions of the registry, possibly under another name. */
const registryRange = /^(npm:(@[\w.-]+\/)?[\w.-]+@)?[\^~<>=|\s\d.*x+\w-]*$/;

function lockProblems(manifest: Manifest, { packages }: Lock): string[] {
  const problems: string[] = [];
  for (const kind of kinds) {
    const wanted = manifest[kind];
    if (JSON.stringify(wanted) !== JSON.stringify(packages[""]?.[kind])) {
      problems.push(`${kind} differ from the lock file`);
    }
    for (const [name, version] of Object.entries(wanted)) {
      if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
        problems.push(`${name} ${version} is inexact`);
      if (packages[`node_modules/${name}`]?.version !== version) {
        problems.push(`${name} is locked at another version`);
      }
    }
  }
  const installed = Object.entries(packages).filter(([path]) => path !== "");
  return [
    ...problems,
    ...installed.flatMap(([path, locked]) => packageProblems(path, locked, manifest.allowScripts)),
  ];
}

function packageProblems(
  path: string,
  locked: LockedPackage,
  allowScripts: Manifest["allowScripts"],
): string[] {
  const problems: string[] = [];
  const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
  // A bundled package is covered by the hash of the one that contains it.
  if (!locked.inBundle && !/^sha512-[\w+/]{86}==$/.test(locked.integrity ?? "")) {
    problems.push(`${path} has no SHA-512`);
  }
  if (locked.link) problems.push(`${path} is a folder of this machine`);
  if (locked.resolved) problems.push(`${path} comes from an address: ${locked.resolved}`);
  const required = { ...locked.dependencies, ...locked.optionalDependencies };
  for (const [other, range] of Object.entries(required)) {
    if (!registryRange.test(range)) problems.push(`${path} requires ${other} from ${range}`);
  }
  if (locked.hasInstallScript && allowScripts[name] !== false) {
    problems.push(`${path} has an undecided install script`);
  }
  return problems;
}

async function readPackages(): Promise<{ manifest: Manifest; lock: Lock }> {
  const [manifest, lock] = await Promise.all(
    ["package.json", "package-lock.json"].map(async (file) =>
      JSON.parse(await readFile(file, "utf8")),
    ),
  );
  return { manifest, lock };
}

describe("row 40: dependencies", () => {
  it("are locked, each by its hash and from the registry", async () => {
    const { manifest, lock } = await readPackages();
    const problems = lockProblems(manifest, lock);
    report({
      check: "installation by the lock file only",
      target: "100 %",
      figure: `${Object.keys(lock.packages).length - 1} packages`,
      faults: problems,
    });
  });

  it("are argued for in docs/dependencies.md if they are direct and for production", async () => {
    const { dependencies, optionalDependencies } = (await readPackages()).manifest;
    const direct = Object.keys({ ...dependencies, ...optionalDependencies }).sort();
    const page = await readFile("docs/dependencies.md", "utf8");
    const rows = [...page.matchAll(/^\| `([^`]+)` \| (.+) \|$/gm)];
    const argued = rows.map(([, name]) => name);
    report({
      check: "direct production dependencies argued for",
      target: "100 %",
      figure: `${argued.length} of ${direct.length}`,
      faults: direct.filter((name) => !argued.includes(name)),
    });
    expect(argued.sort()).toEqual(direct);
    expect(rows.filter(([, , reason = ""]) => reason.length < 8)).toEqual([]);
  });

  it("are installed by npm ci without running their scripts", async () => {
    expect(await npmCommandsOfSetup()).toEqual([["ci", "--ignore-scripts"]]);
  });

  it("have no known vulnerability", async ({ skip }) => {
    if (!full) return skip("asks a registry: npm run proofs -- 40");
    const found = audit();
    report({
      check: "no dependency with a known vulnerability",
      target: "0",
      figure: found
        ? `${found.length} vulnerabilities`
        : "NOT SHOWN: this registry does not answer npm audit; run npm audit --omit=dev elsewhere",
      ...(found && { faults: found }),
      pass: found !== undefined,
    });
  });
});

describe("row 40, negative controls", () => {
  it.each<[string, (manifest: Manifest, lock: Lock) => void]>([
    ["a package without hash", (_, lock) => delete zodIn(lock).integrity],
    ["a weaker hash", (_, lock) => change(zodIn(lock), { integrity: "sha1-abc=" })],
    [
      "a package from an address",
      (_, lock) => change(zodIn(lock), { resolved: "https://e/z.tgz" }),
    ],
    ["a linked folder", (_, lock) => change(zodIn(lock), { link: true })],
    ["a dependency from git", (_, lock) => requireLeftPad(lock, "github:somebody/left-pad")],
    ["a dependency from an address", (_, lock) => requireLeftPad(lock, "https://e.example/a.tgz")],
    ["an undecided install script", (_, lock) => change(zodIn(lock), { hasInstallScript: true })],
    ["an inexact version", (manifest) => change(manifest.dependencies, { zod: "^4.6.7" })],
    [
      "an unlocked dependency",
      (manifest) => change(manifest.dependencies, { "left-pad": "1.3.0" }),
    ],
  ])("finds %s", async (_, harm) => {
    const { manifest, lock } = await readPackages();
    harm(manifest, lock);
    expect(lockProblems(manifest, lock)).not.toEqual([]);
  });

  it("finds a set-up that runs the scripts of packages", async () => {
    const careless = (text: string) => text.replace('"--ignore-scripts", ', "");
    expect(await npmCommandsOfSetup(careless)).not.toEqual([["ci", "--ignore-scripts"]]);
  });
});

const zodIn = ({ packages }: Lock) => packages["node_modules/zod"] ?? {};
const change = (object: object, values: object) => void Object.assign(object, values);
const requireLeftPad = (lock: Lock, range: string) =>
  change(zodIn(lock), { dependencies: { "left-pad": range } });

async function npmCommandsOfSetup(edit = (text: string) => text): Promise<string[][]> {
  const clone = await mkdtemp(join(tmpdir(), "shop-set-up-"));
  onTestFinished(() => rm(clone, { recursive: true, force: true }));
  await mkdir(join(clone, "scripts"));
  const scripts = (await readdir("scripts")).filter((file) => file.endsWith(".mjs"));
  const files = [...scripts.map((file) => `scripts/${file}`), "package.json", "package-lock.json"];
  for (const file of files) await writeFile(join(clone, file), edit(await readFile(file, "utf8")));
  const npm = join(clone, "npm.js");
  await writeFile(npm, "console.log(JSON.stringify(process.argv.slice(2))); process.exit(1);");
  const env = { ...process.env, npm_execpath: npm };
  const options = { cwd: clone, env, encoding: "utf8" } as const;
  const { stdout } = spawnSync(process.execPath, ["scripts/setup.mjs"], options);
  const printed = stdout.split("\n").filter((line) => line.startsWith("["));
  return printed.map((line) => (JSON.parse(line) as string[]).slice(0, 2));
}

/** Undefined where the registry does not answer in npm's form. */
function audit(): string[] | undefined {
  const options = { encoding: "utf8", timeout: 60_000 } as const;
  const { stdout } = spawnSync("npm", ["audit", "--omit=dev", "--json"], options);
  const { vulnerabilities } = JSON.parse(stdout || "{}") as {
    vulnerabilities?: Record<string, { severity: string }>;
  };
  if (!vulnerabilities) return undefined;
  return Object.entries(vulnerabilities).map(([name, { severity }]) => `${name}: ${severity}`);
}
