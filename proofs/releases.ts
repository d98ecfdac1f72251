// Versions of the shop on a machine, as deploy/README.md describes them.
import { mkdtemp, readFile, rename, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { plantFaults } from "./plant-faults.ts";

const migrations = "server/platform/database/migrations";
/** The link's address in the unit. */
const linkInUnit = "/opt/partwright";

export async function installRelease(): Promise<string> {
  const link = join(await mkdtemp(join(tmpdir(), "shop releases ")), "current");
  await activate(link, await plantFaults([]));
  return link;
}

export async function unitCommand(link: string): Promise<string[]> {
  const unit = await readFile("deploy/partwright@.service", "utf8");
  const [, command = ""] = /^ExecStart=(.*)$/m.exec(unit) ?? [];
  return command.split(" ").map((word) => word.replace(linkInUnit, link));
}

/** In one step: there is no moment without a version. */
export async function activate(link: string, folder: string): Promise<void> {
  await symlink(folder, `${link} next`);
  await rename(`${link} next`, link);
}

export async function releaseWithMigration(): Promise<string> {
  const folder = await plantFaults([]);
  const journal = join(folder, migrations, "meta/_journal.json");
  const { entries, ...rest } = JSON.parse(await readFile(journal, "utf8"));
  const last = entries.at(-1);
  const tag = "9999_of_the_proof";
  await writeFile(
    join(folder, migrations, `${tag}.sql`),
    `CREATE TABLE "of_the_proof" ("id" uuid PRIMARY KEY);--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "of_the_proof" text;`,
  );
  const next = { ...last, idx: last.idx + 1, when: last.when + 1_000, tag };
  await writeFile(journal, JSON.stringify({ ...rest, entries: [...entries, next] }));
  return folder;
}

export async function brokenRelease(): Promise<string> {
  const folder = await plantFaults([]);
  await writeFile(
    join(folder, "server/main.ts"),
    "throw new Error('This version does not start');",
  );
  return folder;
}
