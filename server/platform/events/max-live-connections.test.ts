// More open tabs than the system lets one process have.
import { describe, expect, it, onTestFinished } from "vitest";
import { createDatabase } from "#tests/create-database.ts";
import { makeDataDir, runProgram } from "#tests/start-program.ts";
import { startArguments } from "../../../scripts/start-command.ts";

/** A shop whose process may have so many files and connections open. */
async function shopOf(files: number, also: string[] = []): Promise<string> {
  const limited = ["-c", `ulimit -n ${files} && exec "$0" "$@"`, process.execPath];
  const variables = { DATABASE_URL: await createDatabase() };
  const args = [...limited, ...also, ...startArguments];
  return runProgram("sh", args, await makeDataDir(), variables).ready();
}

/** So many open tabs, some at a time: how they were answered, each, while they stay open. */
async function listen(url: string, many: number): Promise<(Response | undefined)[]> {
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  const one = () => fetch(`${url}/api/live`, { signal: leaving.signal }).catch(() => undefined);
  const answers: (Response | undefined)[] = [];
  while (answers.length < many) {
    answers.push(...(await Promise.all(Array.from({ length: 25 }, one))));
  }
  return answers;
}

/** The known-bad variant: does not know what the system allows. */
const unknowing = `data:text/javascript,
  import fs from "node:fs";
  import { syncBuiltinESMExports } from "node:module";
  const read = fs.readFileSync;
  fs.readFileSync = (path, ...rest) => path === "/proc/self/limits" ? "" : read(path, ...rest);
  syncBuiltinESMExports();`.replaceAll("\n", "");

describe("where the system allows two hundred files", () => {
  it("half of them listen; others are told to come again, and whoever asks is answered", async () => {
    const url = await shopOf(200);
    const answers = await listen(url, 250);
    const statuses = answers.map((answer) => answer?.status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(100);
    const refused = answers.filter((answer) => answer?.status === 503);
    expect(refused).toHaveLength(150);
    expect(refused[0]?.headers.get("retry-after")).toMatch(/^\d+$/);
    expect(refused[0]?.headers.get("connection")).toBe("close");
    expect((await fetch(`${url}/api/parts`)).status).toBe(200);
  });

  it("would answer nobody, if it did not know", async () => {
    const url = await shopOf(200, ["--import", unknowing]);
    await listen(url, 250);
    await expect(fetch(`${url}/api/parts`)).rejects.toThrow();
  });
});
