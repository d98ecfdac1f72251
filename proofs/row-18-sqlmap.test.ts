// Row 18, by sqlmap where it is installed.

import { spawn, spawnSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Call } from "#contract/call.ts";
import { callRoot } from "#contract/call.ts";
import { sample } from "#tests/random.ts";
import { makeDataDir } from "#tests/start-program.ts";
import { everyCall, nameOf, nothing } from "./calls.ts";
import { clearLimits } from "./database.ts";
import { databaseComplaints } from "./database-log.ts";
import { addPart } from "./orders.ts";
import { full, report } from "./report.ts";
import type { SentRequest } from "./send-request.ts";
import { startShop } from "./start-shop.ts";
import { openValidRequests } from "./valid-requests.ts";

const isInstalled = spawnSync("sqlmap", ["--version"]).status === 0;
/** Level 1 takes minutes, level 5 hours. */
const level = process.env.LEVEL ?? "5";
/** Then it ends after the present call, and reports how far it came. */
const endsAt =
  performance.now() + Number(process.env.SQLMAP_MINUTES ?? Number.POSITIVE_INFINITY) * 60_000;

/** Calls to begin with, in this order, such as those that are new: "POST /letters/preview,PUT /orders/:id". */
const first = (process.env.SQLMAP_FIRST ?? "").split(",");
const placeOf = (call: Call) => {
  const place = first.indexOf(nameOf(call));
  return place < 0 ? first.length : place;
};

/** Read alike for all calls, before any of them: sqlmap tries them with two only. */
const headers = "user-agent,referer,host,cookie";
const withHeaders = ["GET /orders", "POST /reviews"];

/** A stream that does not end, and redirects to Google. */
const hasNoAnswer = /^\/(live|identity\/google)\b/;

/** A request that is refused for one value of its query never gets to another. */
const queries: Record<string, string> = {
  newest: "3",
  limit: "3",
  q: "Brake",
  after: nothing.id,
  state: "unpaid",
  expected: "unpaid",
  sort: "newest",
  from: "2026-01-01T00:00:00Z",
  before: "2036-01-01T00:00:00Z",
};

/** As sqlmap reads a request: it tries each `*`, and where there is none, it chooses itself. */
function textOf({ method, path, headers: sent, body }: SentRequest, host: string): string {
  const lines = Object.entries({ host, ...sent }).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${path} HTTP/1.1`, ...lines, "", body ?? ""].join("\r\n");
}

/** The request as it is, and once for each part of its path or its query that it may have. */
function variantsOf(call: Call, right: SentRequest): SentRequest[] {
  const [path = "", given = ""] = right.path.split("?");
  const names = Object.keys(call.query ?? {}).filter((name) => !given.startsWith(`${name}=`));
  const words = path.split("/");
  const at = `${callRoot}${call.path}`.split("/").findIndex((piece) => piece.startsWith(":"));
  return [
    right,
    ...(at < 0 ? [] : [{ ...right, path: words.with(at, `${words[at]}*`).join("/") }]),
    ...names.map((name) => {
      const pair = `${name}=${queries[name] ?? name}*`;
      return { ...right, path: `${path}?${given ? `${given}&` : ""}${pair}` };
    }),
  ];
}

/** A request without body and query has nothing that it could try. */
const triedOrNothingToTry =
  /testing|injectable|no parameter|not contain a usable HTTP request \(with parameters\)/;

async function sqlmap(request: string, options: string[]): Promise<string[]> {
  const folder = await makeDataDir("sqlmap ");
  const file = join(folder, "request.txt");
  await writeFile(file, request);
  const usual = ["--ignore-code=401", "--batch", "--disable-coloring", "--flush-session"];
  const own = ["-r", file, `--output-dir=${folder}`, "--dbms=PostgreSQL", "--ignore-stdin"];
  const child = spawn("sqlmap", [...own, ...usual, ...options], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (bytes) => {
      printed += bytes;
    });
  }
  await new Promise((resolve) => child.once("close", resolve));
  expect(printed, "it tried something").toMatch(triedOrNothingToTry);
  return printed.match(/^.*(is vulnerable|identified the following injection).*$/gm) ?? [];
}

describe.runIf(full)("row 18: sqlmap", { timeout: 6 * 3_600_000 }, () => {
  it("is installed", () => {
    report({
      check: "sqlmap is there (Debian's package of that name)",
      target: "0 findings",
      figure: isInstalled ? "yes" : "no: only our own list was tried",
      pass: isInstalled,
    });
  });

  it.runIf(isInstalled)("finds nothing in any call", async () => {
    const { shop, validRequest } = await openValidRequests({
      expectedComplaints: /Google|refund-overdue/,
    });
    const { database, url } = shop;
    // So many attempts would have to wait, and some calls end the session: nothing would be tried.
    await database.query("create table sessions_of_the_proof as table sessions");
    const restoring = setInterval(async () => {
      await clearLimits(database);
      // Fails where a call deletes its person at the same moment: the next one is in half a second.
      await database
        .query(
          `insert into sessions select * from sessions_of_the_proof
          where user_id in (select id from users) on conflict do nothing`,
        )
        .catch(() => {});
    }, 500);
    onTestFinished(() => clearInterval(restoring));
    const found: string[] = [];
    const all = everyCall.filter(({ form, path }) => !form && !hasNoAnswer.test(path));
    // Runs that end early try others each time.
    const calls = sample(all, all.length).sort((one, other) => placeOf(one) - placeOf(other));
    let [tried, requests] = [0, 0];
    for (const call of calls) {
      if (performance.now() > endsAt) break;
      const right = await validRequest(call);
      const name = nameOf(call);
      const skip = withHeaders.includes(name) ? [] : [`--skip=${headers}`];
      await database.query("insert into sessions_of_the_proof table sessions");
      for (const variant of variantsOf(call, right)) {
        const options = [`--level=${level}`, "--risk=2", "--threads=4", ...skip];
        const findings = await sqlmap(textOf(variant, new URL(url).host), options);
        requests++;
        found.push(...findings.map((line) => `${name}: ${line}`));
      }
      tried++;
      console.log(`tried ${name}`);
    }
    const complaints = await databaseComplaints(database.url);
    report({
      check: `sqlmap at level ${level} on each call`,
      target: "0 findings, no SQLSTATE 42xxx or 22xxx in the database's log",
      figure: `${tried} of ${calls.length} calls, ${requests} requests tried`,
      faults: [...found, ...complaints],
      pass: tried === calls.length,
    });
  });

  it.runIf(isInstalled)("negative control: it finds text in a statement", async () => {
    const shop = await startShop({ faults: ["searchBySql"], expectedComplaints: /./ });
    await addPart(shop, { name: "Brake disc" });
    const request = { method: "GET", path: "/api/parts?q=Brake", headers: {} };
    const text = textOf(request, new URL(shop.url).host);
    expect(await sqlmap(text, ["-p", "q", "--level=2"])).not.toEqual([]);
  });
});
