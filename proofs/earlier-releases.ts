// Earlier releases of the shop, made ready in folders of their own.
import { spawnSync } from "node:child_process";
import { expect } from "vitest";
import { makeDataDir } from "#tests/start-program.ts";

const journal = "server/platform/database/migrations/meta/_journal.json";

const git = (...args: string[]) => {
  const { status, stdout } = spawnSync("git", args, { encoding: "utf8" });
  return status === 0 ? stdout.trim() : "";
};

/** A shallow clone lacks earlier commits. */
export const hasCommit = (commit: string) =>
  commit !== "" && git("rev-parse", "--verify", "--quiet", `${commit}^{commit}`) !== "";

/** The last tag; without one, the newest commit that has fewer migrations than this release. */
export function releaseBefore(): string {
  const tag = git("describe", "--tags", "--abbrev=0", "HEAD^");
  if (tag) return tag;
  const newest = git("rev-list", "-1", "HEAD", "--", journal);
  return newest && git("rev-parse", "--short", "--verify", "--quiet", `${newest}^`);
}

export async function checkOut(commit: string): Promise<string> {
  const folder = await makeDataDir("shop before ");
  const run = (command: string, args: string[]) => {
    const { status, stderr } = spawnSync(command, args, { cwd: folder, encoding: "utf8" });
    expect(status, stderr).toBe(0);
  };
  run("sh", ["-c", `git -C "$0" archive ${commit} | tar -x`, process.cwd()]);
  run(process.execPath, ["scripts/setup.mjs"]);
  return folder;
}
