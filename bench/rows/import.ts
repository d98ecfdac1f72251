import { setTimeout as sleep } from "node:timers/promises";
import { connect } from "#server/platform/database/connect.ts";
import { applicationsOfPart, fillVehicles } from "../fill-vehicles.ts";
import type { FigureSheet } from "../row.ts";
import { openFilled, openShop, type Server } from "../servers.ts";
import { addSessionCookie, addUser } from "../users.ts";
import { watchVisitor } from "../watch-visitor.ts";

const many = Number(process.env.BENCH_PARTS ?? 100_000);
const mostSeconds = 60;
const mostMegabytes = 100;
type File = { name: string; kind: string; change: (line: string) => string };
const ofParts: File[] = [
  {
    name: "prices",
    kind: "prices",
    change: (line) => line.replace(/.$/, (digit) => `${(Number(digit) + 1) % 10}`),
  },
  { name: "stock", kind: "stock", change: (line) => `${line}1` },
  { name: "parts", kind: "parts", change: (line) => line.replace(",", ",New ") },
];
const ofVehicles: File[] = [
  {
    name: "new vehicles",
    kind: "applications",
    change: (line) => line.replace(/,,(\d+),,$/, ",more,$1,,"),
  },
  {
    name: "changed vehicles",
    kind: "applications",
    change: (line) => line.replace(/,$/, "Coated,"),
  },
];

type Ask = (method: string, path: string, body?: BodyInit) => Promise<Response>;

/** Exports, changes each line, checks, applies and undoes; a visitor asks for a page meanwhile. */
export async function importFiles(): Promise<FigureSheet[]> {
  const figures: Record<string, number> = {};
  const missed: string[] = [];
  const result = { figures, missed };
  await measureFiles(await openShop(many), ofParts, result);
  const parts = Math.ceil(many / applicationsOfPart);
  const fill = (url: string) => fillVehicles(url, parts);
  await measureFiles(await openFilled(fill, undefined), ofVehicles, result);
  return [{ what: `import of ${many.toLocaleString("en")} lines`, figures, missed }];
}

type Result = Pick<FigureSheet, "figures" | "missed">;

async function measureFiles(shop: Server, files: File[], { figures, missed }: Result) {
  const connection = connect(shop.databaseUrl, { most: 1 });
  const admin = await addUser(connection, "ada@example.org", "admin");
  const cookie = await addSessionCookie(shop, connection, admin.id);
  await connection.close();
  const ask: Ask = (method, path, body) =>
    fetch(`${shop.url}/api${path}`, {
      method,
      headers: { cookie, "sec-fetch-site": "same-origin", ...typeOf(body) },
      ...(body !== undefined && { body }),
    });
  for (const { name, kind, change } of files) {
    const file = changeEach(change, await (await ask("GET", `/exports/${kind}`)).text());
    const before = await shop.megabytes();
    const visitor = watchVisitor(shop.url);
    let megabytes = before;
    const id = await upload(ask, kind, file);
    const steps = [
      ["check", () => Promise.resolve()],
      ["apply", () => begin(ask, id, "apply", { leaveOut: true, confirmed: true })],
      ["undo", () => begin(ask, id, "undo", { leaveOut: false })],
    ] as const;
    for (const [step, start] of steps) {
      const began = performance.now();
      await start();
      while (await isBusy(ask, id)) {
        megabytes = Math.max(megabytes, await shop.megabytes());
        await sleep(250);
      }
      const seconds = (performance.now() - began) / 1_000;
      figures[`${name}: ${step} s`] = Number(seconds.toFixed(1));
      if (seconds > mostSeconds) missed.push(`${name}: ${step} took ${seconds.toFixed(0)} s`);
    }
    figures[`${name}: memory MB`] = megabytes - before;
    if (megabytes - before > mostMegabytes) missed.push(`${name}: ${megabytes - before} MB more`);
    figures[`${name}: a visitor's page, p99 ms`] = await visitor.stop();
  }
  await shop.stop();
}

const typeOf = (body: BodyInit | undefined): Record<string, string> =>
  typeof body === "string" ? { "content-type": "application/json" } : {};

function changeEach(change: File["change"], file: string): string {
  const [head = "", ...lines] = file.trimEnd().split("\r\n");
  return [head, ...lines.map(change)].join("\r\n");
}

async function upload(ask: Ask, kind: string, file: string): Promise<string> {
  const form = new FormData();
  form.set("file", new Blob([file]), `${kind}.csv`);
  const response = await ask("POST", `/imports?kind=${kind}`, form);
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()).insertedId;
}

async function begin(ask: Ask, id: string, step: string, body: object): Promise<void> {
  const response = await ask("POST", `/imports/${id}/${step}`, JSON.stringify(body));
  if (!response.ok) throw new Error(await response.text());
}

async function isBusy(ask: Ask, id: string): Promise<boolean> {
  const { state, problem } = await (await ask("GET", `/imports/${id}`)).json();
  if (problem) throw new Error(problem);
  return ["checking", "applying", "undoing"].includes(state);
}
