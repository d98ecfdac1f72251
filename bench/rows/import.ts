import { setTimeout as sleep } from "node:timers/promises";
import { connect } from "#server/platform/database/connect.ts";
import type { FigureSheet } from "../row.ts";
import { openShop } from "../servers.ts";
import { addSessionCookie, addUser } from "../users.ts";

const many = Number(process.env.BENCH_PARTS ?? 100_000);
const mostSeconds = 60;
const mostMegabytes = 100;
const kinds = ["prices", "stock", "parts"] as const;
type Kind = (typeof kinds)[number];

type Ask = (method: string, path: string, body?: BodyInit) => Promise<Response>;

/** Exports, changes each line, checks, applies and undoes; a visitor asks for a page meanwhile. */
export async function importFiles(): Promise<FigureSheet[]> {
  const shop = await openShop(many);
  const connection = connect(shop.databaseUrl, { most: 1 });
  const admin = await addUser(connection, "ada@example.org", "admin");
  const cookie = await addSessionCookie(shop, connection, admin.id);
  await connection.close();
  const ask: Ask = (method, path, body) =>
    fetch(`${shop.url}/api${path}`, {
      ...{ method, headers: { cookie, "sec-fetch-site": "same-origin", ...typeOf(body) } },
      ...(body !== undefined && { body }),
    });
  const figures: Record<string, number> = {};
  const missed: string[] = [];
  for (const kind of kinds) {
    const file = changeEach(kind, await (await ask("GET", `/exports/${kind}`)).text());
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
      figures[`${kind}: ${step} s`] = Number(seconds.toFixed(1));
      if (seconds > mostSeconds) missed.push(`${kind}: ${step} took ${seconds.toFixed(0)} s`);
    }
    figures[`${kind}: memory MB`] = megabytes - before;
    if (megabytes - before > mostMegabytes) missed.push(`${kind}: ${megabytes - before} MB more`);
    figures[`${kind}: a visitor's page, p99 ms`] = await visitor.stop();
  }
  await shop.stop();
  return [{ what: `import of ${many.toLocaleString("en")} lines`, figures, missed }];
}

const typeOf = (body: BodyInit | undefined): Record<string, string> =>
  typeof body === "string" ? { "content-type": "application/json" } : {};

function changeEach(kind: Kind, file: string): string {
  const change: Record<Kind, (line: string) => string> = {
    prices: (line) => line.replace(/.$/, (digit) => `${(Number(digit) + 1) % 10}`),
    stock: (line) => `${line}1`,
    parts: (line) => line.replace(",", ",New "),
  };
  const [head = "", ...lines] = file.trimEnd().split("\r\n");
  return [head, ...lines.map(change[kind])].join("\r\n");
}

async function upload(ask: Ask, kind: Kind, file: string): Promise<string> {
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

/** Asks for the home page, ten times a second. */
function watchVisitor(url: string) {
  const taken: number[] = [];
  let isWatching = true;
  const watching = (async () => {
    while (isWatching) {
      const began = performance.now();
      await (await fetch(url)).arrayBuffer();
      taken.push(performance.now() - began);
      await sleep(100);
    }
  })();
  return {
    async stop() {
      isWatching = false;
      await watching;
      return Math.round(taken.sort((a, b) => a - b)[Math.floor(taken.length * 0.99)] ?? 0);
    },
  };
}
