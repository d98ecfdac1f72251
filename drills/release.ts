// A shop in a folder of its own, as a machine has it that new versions are brought to.
import { spawnSync } from "node:child_process";
import { cp, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { emptyDataDir } from "#tests/program.ts";

const migrations = "server/database/migrations";

/** The program as it is here, built. */
export async function releaseHere(): Promise<string> {
  const folder = await emptyDataDir("shop release ");
  const { stdout } = spawnSync(
    "git",
    ["ls-files", "-z", "server", "contract", "stand-ins", "seed"],
    {
      encoding: "utf8",
    },
  );
  const files = stdout.split("\0").filter((file) => file && !file.startsWith("seed/pictures/"));
  for (const file of ["package.json", "dist", ...files]) {
    await cp(file, join(folder, file), { recursive: true });
  }
  await symlink(join(process.cwd(), "node_modules"), join(folder, "node_modules"));
  return folder;
}

/** The next version has one table more, and says so wherever it is asked. */
export async function bringMigration(folder: string): Promise<void> {
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
export async function bringBroken(folder: string): Promise<() => Promise<void>> {
  const file = join(folder, "server/run.ts");
  const good = await readFile(file);
  await writeFile(file, "throw new Error('This version does not start');\n");
  return () => writeFile(file, good);
}
