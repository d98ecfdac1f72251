// Row 22: whom the shop connects to, while everything happens in it that makes it ask others, and
// while people write the address of somebody else wherever they can.
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { connect } from "#server/platform/database/connect.ts";
import { runningPostgres } from "#server/platform/database/embedded/testing.ts";
import { checkResponse } from "#tests/check-response.ts";
import { createDatabase } from "#tests/create-database.ts";
import { makeDataDir, type Program, runProgram } from "#tests/start-program.ts";
import { byAsking, byTracing, canTrace, type Target, type Watch } from "./connections.ts";
import { full, report } from "./drill.ts";
import { liveThrough } from "./live-through.ts";
import { openServices, type Services } from "./services.ts";

/** What is done each minute is done as well. */
const aMinute = 75_000;
const program = ["server/main.ts"];
const timeout = full ? 600_000 : 180_000;

type Seen = { by: string; targets: Target[]; strays: Target[]; unused: string[]; hits: string[] };

async function watch({ knownBad }: { knownBad?: URL } = {}): Promise<Seen> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const services = await openServices(url);
  const dataDir = await makeDataDir("shop watched ");
  const file = join(dataDir, "connections");
  // The full run sees all that PostgreSQL does, too; the quick one uses the tests' own.
  const isTraced = full && canTrace();
  const watched = isTraced ? byTracing(file, program) : byAsking(file, program);
  const databaseUrl = full ? undefined : await createDatabase();
  const started = startWatched(watched, dataDir, {
    ...{ PORT: String(port), DEMO: "0", ...services.env },
    ...(full && { WORKERS: "2" }),
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    ...(knownBad && {
      NODE_OPTIONS: `${watched.env.NODE_OPTIONS ?? ""} --import=${knownBad.href}`,
    }),
  });
  await started.ready();
  const database = connect(databaseUrl ?? runningPostgres(dataDir) ?? "", { most: 1 });
  const briefly = knownBad !== undefined;
  await liveThrough({ url, services, database, briefly, request: doorAt(url) });
  if (full && !briefly) await sleep(aMinute);
  await database.close();
  const targets = [...(await watched.seen())].sort();
  started.child.kill("SIGTERM");
  await started.ended;
  const allowed = allowedBy(services, databaseUrl);
  return {
    by: watched.by,
    targets,
    strays: targets.filter((target) => !allowed(target)),
    unused: Object.entries(services.ports)
      .filter(([, each]) => !targets.some((target) => target.endsWith(`:${each}`)))
      .map(([name]) => name),
    hits: services.bait.hits,
  };
}

function startWatched(
  { command, args, env }: Watch,
  dataDir: string,
  more: Record<string, string>,
): Program {
  return runProgram(command, args, dataDir, { ...env, ...more });
}

/** The configured services, by their addresses; the database; and the names of this machine. */
function allowedBy({ ports }: Services, databaseUrl: string | undefined) {
  const own = [...Object.values(ports), databaseUrl && Number(new URL(databaseUrl).port)];
  const addresses = own.flatMap((port) => [
    `127.0.0.1:${port}`,
    `::1:${port}`,
    `localhost:${port}`,
  ]);
  const names = ["name localhost", "name 127.0.0.1"];
  /** Where the system keeps its own names; and PostgreSQL's socket, by which it is reached. */
  const sockets = [/^\/var\/run\/nscd\/socket$/, /\/\.s\.PGSQL\.\d+$/];
  return (target: Target) =>
    addresses.includes(target) || names.includes(target) || sockets.some((is) => is.test(target));
}

function doorAt(url: string) {
  return async (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    if (!headers.has("origin")) headers.set("origin", url);
    const response = await fetch(url + path, { ...init, headers });
    await checkResponse({ method: init.method ?? "GET", path }, response);
    return response;
  };
}

function freePort(): Promise<number> {
  const probe = createServer();
  return new Promise((resolve) =>
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    }),
  );
}

describe("row 22: outbound connections", () => {
  it("go to what is configured, and nowhere else", { timeout }, async () => {
    const { by, targets, strays, unused, hits } = await watch();
    report({
      row: 22,
      check: `outbound connections of all processes, seen by ${by}`,
      target: "none but the configured provider, issuer, image host, mail (and the database)",
      figure: `${targets.length} targets, all four services among them; ${strays.length} strays; ${hits.length} requests to an address that people wrote`,
      pass: strays.length + hits.length === 0,
    });
    expect({ strays, unused, hits }).toEqual({ strays: [], unused: [], hits: [] });
  });

  it("would be told of where the shop looks at what people wrote", { timeout }, async () => {
    const knownBad = new URL("./known-bad/looks-at-pictures.ts", import.meta.url);
    const { strays, hits } = await watch({ knownBad });
    expect(hits).toEqual(["GET /part.png"]);
    expect(strays).toContainEqual(expect.stringMatching(/^127\.0\.0\.1:\d+$/));
  });
});
