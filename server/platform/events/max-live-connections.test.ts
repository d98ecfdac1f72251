// More open tabs than the system lets one process have.
import { describe, expect, it, onTestFinished } from "vitest";
import { createDatabase } from "#tests/create-database.ts";
import { makeDataDir, runProgram } from "#tests/start-program.ts";
import { startArguments } from "../../../scripts/start-command.ts";

/** A shop whose process may have so many files and connections open. */
async function shopOf(files: number, also: string[] = []): Promise<string> {
  const limited = ["-c", `ulimit -n ${files} && exec "$0" "$@"`, process.execPath];
  const variables = { DATABASE_URL: await createDatabase(), PROXIES: "127.0.0.1" };
  const args = [...limited, ...also, ...startArguments];
  return runProgram("sh", args, await makeDataDir(), variables).ready();
}

/** So many open tabs, some at a time: how they were answered, each, while they stay open. */
async function listen(
  url: string,
  many: number,
  from = "198.51.100.1",
): Promise<(Response | undefined)[]> {
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  const init = { signal: leaving.signal, headers: { "x-forwarded-for": from } };
  const one = () => fetch(`${url}/api/live`, init).catch(() => undefined);
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
    // Nobody keeps other networks out: theirs take the place of the oldest, until they have as many.
    const others = await listen(url, 75, "203.0.113.1");
    expect(others.filter((answer) => answer?.status === 200)).toHaveLength(50);
    const [oldest] = answers.filter((answer) => answer?.status === 200);
    expect(await oldest?.text()).toContain("alive");
  });

  it("would answer nobody, if it did not know", async () => {
    const url = await shopOf(200, ["--import", unknowing]);
    await listen(url, 250);
    await expect(fetch(`${url}/api/parts`)).rejects.toThrow();
  });
});
