// Row 51: an import that is killed, raced, damaged, hostile or undone is whole or nothing.
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { ImportKindName, ImportRecord } from "#contract/imports.ts";
import {
  applyImport,
  checkFile,
  exportFile,
  importFile,
  listFindings,
  sendImport,
  undoImport,
  waitForImport,
} from "#tests/imports.ts";
import type { SignedIn } from "#tests/people.ts";
import { random, sample } from "#tests/random.ts";
import { damage, hostileFiles, largeAces } from "./import-files.ts";
import { memoryOf } from "./memory-of.ts";
import { adminOf } from "./orders.ts";
import { control, full, report } from "./report.ts";
import { type Options, type Shop, startShop } from "./start-shop.ts";

const partCount = full ? 5_000 : 400;
const rounds = full ? Number(process.env.ROUNDS ?? 40) : 3;
const races = full ? 50 : 3;
const damagedFiles = full ? 500 : 20;
const largeMegabytes = full ? 500 : 20;
const mostMegabytes = 100;

type Changed = { kind: ImportKindName; change: (line: string) => string };
/** Each changes every line of the file that the shop exports. */
const files: Changed[] = [
  {
    kind: "prices",
    change: (line) => line.replace(/\d$/, (digit) => `${(Number(digit) + 1) % 10}`),
  },
  { kind: "stock", change: (line) => `${line}1` },
  { kind: "parts", change: (line) => line.replace(",", ",New ") },
];

async function open(options: Options = {}) {
  const shop = await startShop({ ...options, expectedComplaints: /./ });
  const admin = await adminOf(shop);
  const rows = Array.from({ length: partCount }, (_, at) => `PR-${at},Part ${at},${at + 10}.11`);
  await importFile(admin, "parts", ["part,name,price", ...rows].join("\n"));
  const stock = rows.map((_, at) => `PR-${at},${10 + (at % 50)}`);
  await importFile(admin, "stock", ["part,on_hand", ...stock].join("\n"));
  return { shop, admin };
}

type Opened = Awaited<ReturnType<typeof open>>;

/** In one statement, so that it never shows what was written before and after a commit. */
async function digest({ database }: Shop): Promise<string> {
  const [row] = await database.query<{ digest: string }>(`
    select md5(string_agg(concat_ws('|', p.number, p.name, p.price_cents, s.on_hand), ','
      order by p.number)) as digest
    from parts p join stock s on s.part_id = p.id where p.deleted_at is null`);
  return row?.digest ?? "";
}

async function changedFile(admin: SignedIn, { kind, change }: Changed): Promise<string> {
  const [head = "", ...lines] = (await exportFile(admin, kind)).trimEnd().split("\r\n");
  return [head, ...lines.map(change)].join("\n");
}

async function killOnce(shop: Shop, withinMs: number): Promise<void> {
  await sleep(withinMs * random());
  await shop.kill();
  // The lease of a job would end half a minute later.
  await shop.database.query("update jobs set run_at = now() where kind like '%-import'");
  await shop.start();
}

/** All that others could see until the returned function is called. */
function watch(shop: Shop) {
  const seen = new Set<string>();
  let isOver = false;
  const watching = (async () => {
    while (!isOver) seen.add(await digest(shop));
  })();
  return async () => {
    isOver = true;
    await watching;
    return seen;
  };
}

async function killInCheck({ shop, admin }: Opened, file: Changed, withinMs: number) {
  const content = await changedFile(admin, file);
  const { body } = await sendImport(admin, { kind: file.kind, file: content });
  await killOnce(shop, withinMs);
  return waitForImport(admin, body.insertedId);
}

type Step = "apply" | "undo";

async function killInStep(
  { shop, admin }: Opened,
  { _id, kind }: ImportRecord,
  step: Step,
  withinMs: number,
): Promise<string[]> {
  const was = await digest(shop);
  const choice = { leaveOut: false, ...(step === "apply" && { confirmed: true }) };
  const { status } = await admin.send("POST", `/api/imports/${_id}/${step}`, choice);
  if (status !== 200) return [`${step} of ${kind}: ${status}`];
  const endWatching = watch(shop);
  await killOnce(shop, withinMs);
  const { state, problem } = await waitForImport(admin, _id);
  const is = await digest(shop);
  const halves = [...(await endWatching())].filter((seen) => seen !== was && seen !== is);
  return [
    ...(state === (step === "apply" ? "applied" : "undone")
      ? []
      : [`${step} of ${kind} ended as ${state}: ${problem}`]),
    ...(is === was ? [`${step} of ${kind} changed nothing`] : []),
    ...(halves.length > 0 ? [`${halves.length} halves of ${kind} were seen`] : []),
  ];
}

async function killInEachStep(opened: Opened, count: number): Promise<string[]> {
  const { shop } = opened;
  const withinMs = full ? 4_000 : 600;
  const wrong: string[] = [];
  for (let round = 0; round < count; round++) {
    const file = files[round % files.length] as Changed;
    const before = await digest(shop);
    const checked = await killInCheck(opened, file, withinMs);
    if (checked.state !== "checked" || checked.counts.changed !== partCount)
      wrong.push(`${file.kind} is ${checked.state}, ${JSON.stringify(checked.counts)}`);
    if ((await digest(shop)) !== before) wrong.push(`Checking ${file.kind} changed something`);
    wrong.push(...(await killInStep(opened, checked, "apply", withinMs)));
    wrong.push(...(await killInStep(opened, checked, "undo", withinMs)));
    if ((await digest(shop)) !== before) wrong.push(`${file.kind} was not put back`);
  }
  return wrong;
}

const priceFile = (cents: number, numbers: readonly number[]) =>
  ["part,price", ...numbers.map((at) => `PR-${at},${at + 10}.${cents}`)].join("\n");
const allParts = [...Array(partCount).keys()];

/** Both were checked before either is applied. */
async function applyTwoAtOnce({ shop, admin }: Opened, round: number): Promise<string[]> {
  const before = await digest(shop);
  const shared = sample(allParts, 50);
  const all = [
    await checkFile(admin, "prices", priceFile(20 + (round % 40), shared)),
    await checkFile(admin, "prices", priceFile(60 + (round % 40), shared.toReversed())),
  ];
  const ended = await Promise.all(all.map((each) => applyImport(admin, each)));
  const applied = ended.filter(({ state }) => state === "applied");
  const [refused] = ended.filter(({ state }) => state === "checked");
  const wrong: string[] = [];
  if (applied.length !== 1 || !refused?.problem?.includes("50 lines have changed meanwhile"))
    wrong.push(`Of two at once ${applied.length} were applied; ${refused?.problem}`);
  for (const each of applied) await undoImport(admin, each);
  if ((await digest(shop)) !== before) wrong.push("Two at once were not put back");
  return wrong;
}

async function undoAfterEdits({ shop, admin }: Opened, round: number): Promise<string[]> {
  const before = await digest(shop);
  const chosen = sample(allParts, 50);
  const applied = await importFile(admin, "prices", priceFile(20 + (round % 60), chosen));
  const edited = chosen.slice(0, 3);
  const later = await importFile(admin, "prices", priceFile(99, edited));
  const wrong: string[] = [];
  const refused = await undoImport(admin, applied);
  const named = (await listFindings(admin, applied)).filter(({ what }) => what.includes("is "));
  if (refused.state !== "applied" || named.length !== edited.length)
    wrong.push(`Undo after edits is ${refused.state} and names ${named.length} lines`);
  await undoImport(admin, later);
  const undone = await undoImport(admin, applied);
  if (undone.state !== "undone") wrong.push(`Undo is ${undone.state}: ${undone.problem}`);
  if ((await digest(shop)) !== before) wrong.push("Undo after edits did not put all back");
  return wrong;
}

/** A file may be refused at once or checked; whatever it is, nothing is written. */
async function sendHarmful(
  { shop, admin }: Opened,
  name: string,
  sent: Parameters<typeof sendImport>[1],
): Promise<string[]> {
  const { status, body } = await sendImport(admin, sent);
  if (status >= 400 && status < 500) return [];
  if (status !== 200) return [`${name}: ${status}`];
  const { state, problem, counts } = await waitForImport(admin, body.insertedId, 1_800_000);
  const jobs = await shop.database.query(
    "select last_error from jobs where kind = 'check-import' and last_error is not null",
  );
  const isRefused = counts.file > 0 || counts.new + counts.changed === 0;
  const isExpected = state === "checked" && problem === null && jobs.length === 0;
  return isExpected && (isRefused || name === "damaged")
    ? []
    : [`${name}: ${state}, ${problem}, ${JSON.stringify([counts, jobs])}`];
}

describe("row 51: imports", () => {
  it("are whole or nothing when killed in each step, and undone to what was", async () => {
    const wrong = await killInEachStep(await open(), rounds);
    report({
      check: "imports of prices, stock and parts, killed while checked, applied and undone",
      target: "all or nothing; undo restores the hash of every row",
      figure: `${rounds} imports of ${partCount} lines, ${3 * rounds} kills`,
      faults: wrong,
    });
  });

  it("of the same parts at once, and undone after edits, refuse and name the lines", async () => {
    const opened = await open();
    const wrong: string[] = [];
    for (let round = 0; round < races; round++) {
      wrong.push(...(await applyTwoAtOnce(opened, round)));
      wrong.push(...(await undoAfterEdits(opened, round)));
    }
    report({
      check: "two imports of the same parts at once; undo after later edits",
      target: "one is applied, the other names each line; undo names the edited lines",
      figure: `${races} rounds of each`,
      faults: wrong,
    });
  });

  it("of hostile and damaged files write nothing and keep memory", async () => {
    const opened = await open();
    const { shop, admin } = opened;
    const before = await digest(shop);
    const wrong: string[] = [];
    for (const [name, sent] of Object.entries(hostileFiles))
      wrong.push(...(await sendHarmful(opened, name, sent)));
    const good = await changedFile(admin, files[0] as Changed);
    for (let time = 0; time < damagedFiles; time++) {
      const sent = { kind: "prices" as const, file: damage(good) };
      wrong.push(...(await sendHarmful(opened, "damaged", sent)));
    }
    const quiet = await memoryOf(shop.program().pid);
    let peak = quiet;
    const timer = setInterval(async () => {
      peak = Math.max(peak, await memoryOf(shop.program().pid).catch(() => 0));
    }, 100);
    const large = { kind: "aces" as const, file: largeAces(largeMegabytes) };
    wrong.push(...(await sendHarmful(opened, "a large file, cut off", large)));
    clearInterval(timer);
    if ((await digest(shop)) !== before) wrong.push("Something was written");
    const grown = (peak - quiet) / 1024 / 1024;
    report({
      check: "hostile, damaged and large files",
      target: `refused with a reason, nothing written, memory up by at most ${mostMegabytes} MB`,
      figure: `${Object.keys(hostileFiles).length} hostile, ${damagedFiles} damaged, one of ${largeMegabytes} MB; memory up by ${grown.toFixed(0)} MB`,
      faults: wrong,
      pass: grown <= mostMegabytes,
    });
  });

  control("finds an import that is committed in parts", async () => {
    const opened = await open({ faults: ["importInParts"] });
    const wrong = await killInEachStep(opened, 3);
    expect(wrong).toContainEqual(expect.stringMatching(/halves of \w+ were seen/));
  });
});
