// `npm run faults`: plants small faults at places drawn by chance, one at a time, and says which of
// them the tests catch. The commit's hash is the seed, so that everybody draws the same.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type Fault, listFaults, plantFault } from "./possible-faults.ts";
import { importsOf, listSources } from "./read-imports.ts";

const help = `npm run faults                          60 faults in the modules and rules
npm run faults -- --in web --count 40   elsewhere
npm run faults -- --list                only says which
npm run faults -- --from 20 --to 30     only some of them
npm run faults -- --together 3,17       plants these at once and runs every test`;

const { values: given } = parseArgs({
  options: {
    in: { type: "string", default: "server/modules,contract/rules" },
    count: { type: "string", default: "60" },
    seed: { type: "string" },
    from: { type: "string", default: "1" },
    to: { type: "string" },
    together: { type: "string" },
    list: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
if (given.help) {
  console.log(help);
  process.exit(0);
}
const seed = given.seed ?? (await read("git", ["rev-parse", "HEAD"])).trim();
// What tables.ts says takes effect by a migration only.
const sources = listSources(given.in.split(",")).filter(
  (file) => !/\.test\.|\/tables\.ts$/.test(file),
);
const drawn = draw(
  sources.flatMap((file) => listFaults(file, readFileSync(file, "utf8"))),
  Number(given.count),
);
console.log(`Seed ${seed}\n`);
if (given.list) for (const [at, fault] of drawn.entries()) console.log(describe(fault, at + 1));
else if (given.together) await plantTogether(given.together.split(",").map(Number));
else await plantEach(Number(given.from), Number(given.to ?? drawn.length));

/** Those with the smallest hashes of seed and place: each place is as likely. */
function draw(all: readonly Fault[], count: number): Fault[] {
  const hashOf = ({ file, start, replacement }: Fault) =>
    createHash("sha256").update(`${seed} ${file} ${start} ${replacement}`).digest("hex");
  return all
    .map((fault) => ({ fault, hash: hashOf(fault) }))
    .sort((one, other) => (one.hash < other.hash ? -1 : 1))
    .slice(0, count)
    .map(({ fault }) => fault);
}

async function plantEach(from: number, to: number): Promise<void> {
  await inCopy(async (copy) => {
    const survivors: number[] = [];
    for (const [at, fault] of drawn.entries()) {
      const number = at + 1;
      if (number < from || number > to) continue;
      const source = readFileSync(fault.file, "utf8");
      writeFileSync(join(copy, fault.file), plantFault(source, fault));
      const isCaught = await fails(copy, nearTests(fault.file));
      writeFileSync(join(copy, fault.file), source);
      if (!isCaught) survivors.push(number);
      console.log(`${isCaught ? "caught  " : "SURVIVED"} ${describe(fault, number)}`);
    }
    console.log(`\n${survivors.length} survived the tests near them: ${survivors.join(",")}`);
  });
}

async function plantTogether(numbers: readonly number[]): Promise<void> {
  await inCopy(async (copy) => {
    const chosen = drawn.filter((_, at) => numbers.includes(at + 1));
    // Those behind in a file first, so that the others stay where they are.
    for (const fault of chosen.sort((one, other) => other.start - one.start)) {
      const path = join(copy, fault.file);
      writeFileSync(path, plantFault(readFileSync(path, "utf8"), fault));
    }
    console.log((await fails(copy, [])) ? "Caught, see above" : "All survived");
  });
}

/** The tests beside the file, and beside the files that import it. */
function nearTests(file: string): string[] {
  const importers = listSources(["server", "contract", "web", "seed"]).filter((other) =>
    importsOf(other, readFileSync(other, "utf8")).some(({ to }) => to === file),
  );
  const folders = new Set([file, ...importers].map(dirname));
  const tests = [...folders].flatMap((folder) => globSync(`${folder}/*.test.ts`));
  const own = file.replace(/\.tsx?$/, ".test.ts");
  return [...new Set([...(existsSync(own) ? [own] : []), ...tests])];
}

async function fails(copy: string, tests: readonly string[]): Promise<boolean> {
  const vitest = ["node_modules/vitest/vitest.mjs", "run", ...tests];
  const isAlone = tests.length > 0;
  const options = isAlone ? ["--bail=1", "--reporter=dot"] : [];
  const child = spawn(process.execPath, [...vitest, ...options], {
    cwd: copy,
    stdio: isAlone ? "ignore" : "inherit",
  });
  return new Promise((done) => child.once("close", (status) => done(status !== 0)));
}

/** Of the commit, so that the faults never touch what is being worked on. */
async function inCopy(work: (copy: string) => Promise<void>): Promise<void> {
  const copy = await mkdtemp(join(tmpdir(), "faults-"));
  await read("git", ["worktree", "add", "--detach", "--force", copy, "HEAD"]);
  try {
    for (const name of ["node_modules", "dist"]) await symlink(resolve(name), join(copy, name));
    await work(copy);
  } finally {
    await read("git", ["worktree", "remove", "--force", copy]);
    await rm(copy, { recursive: true, force: true });
  }
}

function describe({ file, start, text, replacement }: Fault, number: number): string {
  const line = readFileSync(file, "utf8").slice(0, start).split("\n").length;
  const short = (words: string) => words.replace(/\s+/g, " ").slice(0, 60);
  return `${String(number).padStart(2)} ${file}:${line} ${short(text)} → ${short(replacement) || "(nothing)"}`;
}

async function read(command: string, args: readonly string[]): Promise<string> {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "inherit"] });
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  const status = await new Promise<number | null>((done) => child.once("close", done));
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${status}`);
  return Buffer.concat(chunks).toString();
}
