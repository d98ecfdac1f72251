// A shop as a machine has it that new versions are brought to, and brought as deploy/README.md says:
// each has a folder of its own, and a link leads to the one that counts.
import { spawnSync } from "node:child_process";
import { cp, mkdtemp, readFile, realpath, rename, symlink, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { makeDataDir } from "#tests/start-program.ts";

const migrations = "server/platform/database/migrations";
/** Where the unit has what the link leads to. */
const inUnit = "/opt/partwright";

/** The program as it is here, built. What comes back is the link. */
export async function releaseHere(): Promise<string> {
  const place = await makeDataDir("shop release ");
  const folder = await mkdtemp(join(place, "version "));
  const { stdout } = spawnSync(
    "git",
    ["ls-files", "-z", "server", "contract", "emulators", "seed"],
    {
      encoding: "utf8",
    },
  );
  const files = stdout.split("\0").filter((file) => file && !file.startsWith("seed/pictures/"));
  for (const file of ["package.json", "dist", ...files]) {
    await cp(file, join(folder, file), { recursive: true });
  }
  await symlink(join(process.cwd(), "node_modules"), join(folder, "node_modules"));
  const link = join(place, "current");
  await symlink(basename(folder), link);
  return link;
}

/** What the unit starts there: Node, and what it is told. */
export async function startOf(link: string): Promise<[node: string, ...args: string[]]> {
  const unit = await readFile("deploy/partwright@.service", "utf8");
  const [node = "", ...args] = (/^ExecStart=(.*)$/m.exec(unit)?.[1] ?? "").split(" ");
  const here = (word: string) => word.replace(inUnit, link);
  return [here(node), ...args.map(here)];
}

/** A new version, ready in a folder of its own before the link leads there. */
export async function bring(link: string, change = async (_folder: string) => {}): Promise<void> {
  const folder = await mkdtemp(join(dirname(link), "version "));
  await cp(await realpath(link), folder, { recursive: true, verbatimSymlinks: true });
  await change(folder);
  await lead(link, folder);
}

/** In one step: there is no moment without a version. */
export async function lead(link: string, folder: string): Promise<void> {
  await symlink(basename(folder), `${link} next`);
  await rename(`${link} next`, link);
}

/** The next version has one table more, and says so wherever it is asked. */
export async function withMigration(folder: string): Promise<void> {
  const journal = join(folder, migrations, "meta/_journal.json");
  const { entries, ...rest } = JSON.parse(await readFile(journal, "utf8"));
  const last = entries.at(-1);
  const tag = "9999_of_the_drill";
  await writeFile(
    join(folder, migrations, `${tag}.sql`),
    `CREATE TABLE "of_the_drill" ("id" uuid PRIMARY KEY);--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "of_the_drill" text;`,
  );
  const next = { ...last, idx: last.idx + 1, when: last.when + 1_000, tag };
  await writeFile(journal, JSON.stringify({ ...rest, entries: [...entries, next] }));
}

/** A version that does not even start. */
export async function broken(folder: string): Promise<void> {
  await writeFile(
    join(folder, "server/run-shop.ts"),
    "throw new Error('This version does not start');\n",
  );
}
