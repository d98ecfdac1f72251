// Several processes on one port: a wanted deploy is never lost, none works beside its place, and no
// place stays empty.

import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { aPart } from "#seed/builders.ts";
import { addPart } from "#server/modules/catalog/add-parts.ts";
import { connect } from "#server/platform/database/connect.ts";
import { countBlocked, holdMigrations } from "#tests/builders/lock.ts";
import { createDatabase } from "#tests/create-database.ts";
import { freePort } from "#tests/free-port.ts";
import { findProcessTree, makeDataDir, type Program, startProgram } from "#tests/start-program.ts";

/** Each is a start of several processes, and others use the machine too. */
const timeout = 120_000;
const goesOn = { timeout: 60_000, interval: 20 };

/** Lines of the log: where nobody looks on, each is JSON. */
const toldBy = (program: Program): string[] =>
  program
    .said()
    .split("\n")
    .flatMap((line) => (line.startsWith("{") ? JSON.parse(line).msg : []));
const deploys = (program: Program) =>
  toldBy(program).filter((message) => message.startsWith("Deployed: 2 new")).length;
const tookOver = (program: Program) =>
  toldBy(program).flatMap((message) => {
    const [, pid] = /^Process (\d+) took over/.exec(message) ?? [];
    return pid ? Number(pid) : [];
  });

it("a deploy that is wanted early is made, and one that meets a gap fills it once", {
  timeout,
}, async () => {
  const databaseUrl = await createDatabase();
  const { db, close } = connect(databaseUrl, { most: 1 });
  onTestFinished(close);
  const waiting = () => countBlocked(db);
  const letMigrate = await holdMigrations(db);
  const env = { WORKERS: "2", DATABASE_URL: databaseUrl, DEMO: "0" };
  const program = startProgram(await makeDataDir(), env);
  await expect.poll(waiting, goesOn).toBe(1);
  program.child.kill("SIGUSR2");
  await letMigrate();
  const address = await program.ready();
  await expect.poll(() => deploys(program), goesOn).toBe(1);
  const [gone = 0, other = 0] = tookOver(program);
  const stays = (pid: number) => pid !== gone && pid !== other;
  const besides = (await findProcessTree(program.pid)).filter(stays);

  // The place is empty for a moment, and the new process is under way when another would be due.
  process.kill(gone, "SIGKILL");
  await expect.poll(() => program.said(), goesOn).toContain(`Process ${gone} of the shop ended`);
  program.child.kill("SIGUSR2");
  await expect.poll(() => deploys(program), goesOn).toBe(2);
  const family = await findProcessTree(program.pid);
  expect(family.sort()).toEqual([...besides, ...tookOver(program).slice(2)].sort());

  // A change that neither of them made shows in both.
  const countParts = async () =>
    ((await (await fetch(`${address}/api/parts`)).json()) as []).length;
  const counts = () => Promise.all(Array.from({ length: 20 }, countParts));
  expect(new Set(await counts())).toEqual(new Set([0]));
  await addPart(db, aPart());
  await expect.poll(async () => new Set(await counts())).toEqual(new Set([1]));
  program.child.kill("SIGTERM");
  expect(await program.ended).toBe(0);
});

/** Whom each process asks before it starts to work, and who may be let wait there. */
async function openGate(waits: (place: string) => boolean) {
  const asked: { place: string; pid: number }[] = [];
  const waiting: ServerResponse[] = [];
  const gate = createServer(({ url = "" }, response) => {
    const [, place = "", pid] = url.split("/");
    asked.push({ place, pid: Number(pid) });
    if (waits(place)) waiting.push(response);
    else response.end();
  });
  await new Promise<void>((resolve) => gate.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void gate.close());
  const { port } = gate.address() as AddressInfo;
  const url = `\`http://127.0.0.1:${port}/\${process.env.PLACE}/\${process.pid}\``;
  const ask = encodeURIComponent(`if (process.env.PLACE) await fetch(${url})`);
  return {
    asked,
    open: () => waiting.splice(0).forEach((response) => void response.end()),
    env: { NODE_OPTIONS: `--import=data:text/javascript,${ask}` },
  };
}

it("one that dies while others still start is replaced", { timeout }, async () => {
  let isShut = true;
  const gate = await openGate((place) => isShut && place === "2");
  const at = (place: string) => gate.asked.filter((each) => each.place === place);
  const port = await freePort();
  const program = startProgram(await makeDataDir(), {
    WORKERS: "2",
    DATABASE_URL: await createDatabase(),
    DEMO: "0",
    PORT: String(port),
    ...gate.env,
  });
  const answers = () => fetch(`http://127.0.0.1:${port}/health/live`).then(({ status }) => status);
  await expect.poll(() => answers().catch(String), goesOn).toBe(200);
  expect(at("2")).toHaveLength(1);
  const [first] = at("1");
  process.kill(first?.pid ?? 0, "SIGKILL");
  await expect.poll(() => at("1").length, goesOn).toBe(2);
  isShut = false;
  gate.open();
  await program.ready();
  await expect.poll(() => answers().catch(String), goesOn).toBe(200);
  const family = await findProcessTree(program.pid);
  expect(family).toEqual(expect.arrayContaining([at("1")[1]?.pid, at("2")[0]?.pid]));
});
