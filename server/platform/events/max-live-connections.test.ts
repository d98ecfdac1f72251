// More open tabs than the system lets one process have.
import { describe, expect, it, onTestFinished } from "vitest";
import { createDatabase } from "#tests/create-database.ts";
import { makeDataDir, runProgram } from "#tests/start-program.ts";
import { startArguments } from "../../../scripts/start-command.ts";

/** A shop whose process may have so many files and connections open. */
async function shopOf(files: number): Promise<string> {
  const limited = ["-c", `ulimit -n ${files} && exec "$0" "$@"`, process.execPath];
  const variables = { DATABASE_URL: await createDatabase(), PROXIES: "127.0.0.1" };
  const args = [...limited, ...startArguments];
  return runProgram("sh", args, await makeDataDir(), variables).ready();
}

/** So many open tabs, some at a time: how they were answered, each, while they stay open. */
async function listen(
  url: string,
  many: number,
  headersOf: (number: number) => Record<string, string> = () => ({}),
): Promise<(Response | undefined)[]> {
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  const one = (number: number) =>
    fetch(`${url}/api/live`, { signal: leaving.signal, headers: headersOf(number) }).catch(
      () => undefined,
    );
  const answers: (Response | undefined)[] = [];
  while (answers.length < many) {
    const numbers = Array.from({ length: 25 }, (_, at) => answers.length + at);
    answers.push(...(await Promise.all(numbers.map(one))));
  }
  return answers;
}

const from = (address: string) => ({ "x-forwarded-for": address });
const countOf = (answers: (Response | undefined)[], status: number) =>
  answers.filter((answer) => answer?.status === status).length;

describe("where the system allows two hundred files", () => {
  it("half of them listen; others are told to come again, and whoever asks is answered", async () => {
    const url = await shopOf(200);
    const answers = await listen(url, 250);
    expect(countOf(answers, 200)).toBe(100);
    const refused = answers.filter((answer) => answer?.status === 503);
    expect(refused).toHaveLength(150);
    expect(refused[0]?.headers.get("retry-after")).toMatch(/^\d+$/);
    expect(refused[0]?.headers.get("connection")).toBe("close");
    expect((await fetch(`${url}/api/parts`)).status).toBe(200);
    // Nobody keeps other networks out: theirs take the place of the oldest, until they have as many.
    const others = await listen(url, 25, (at) => from(`203.0.${at}.1`));
    expect(countOf(others, 200)).toBe(25);
    const [oldest] = answers.filter((answer) => answer?.status === 200);
    expect(await oldest?.text()).toContain("alive");
  });

  it("visitors of one network hold few of a hundred, however wide the network", async () => {
    const url = await shopOf(200);
    const held = async (write: (at: number) => string) => {
      const answers = await listen(url, 25, (at) => from(write(at)));
      expect(countOf(answers, 200) + countOf(answers, 429)).toBe(25);
      return countOf(answers, 200);
    };
    expect(await held(() => "198.51.101.1")).toBe(2);
    expect(await held((at) => `198.51.100.${at}`)).toBe(16);
    expect(await held((at) => `2001:db8:1:${at}::1`)).toBe(8);
    expect(await held((at) => `2001:db8:2:${at}00::1`)).toBe(16);
    expect(countOf(await listen(url, 25, (at) => from(`203.0.${at}.1`)), 200)).toBe(25);
  });
});
