// Row 29: pictures that are small to send and enormous to read.
import { readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { expectWarning } from "#tests/fail-on-warnings.ts";
import { openShop } from "#tests/open-shop.ts";
import { signUp } from "#tests/people.ts";
import { noisePicture, type Uploaded, uploadPicture } from "#tests/pictures.ts";
import { type Bomb, bombs, layeredJpeg } from "./bombs.ts";
import { full, report } from "./drill.ts";

type Kind = Outcome & { name: string };
type Outcome = { refused: boolean; milliseconds: number; megabytes: number };
const most = { milliseconds: 100, megabytes: 150 };

function holds({ refused, milliseconds, megabytes }: Outcome, patience = 1): boolean {
  return refused && milliseconds <= most.milliseconds * patience && megabytes < most.megabytes;
}

/** What this process and those that it started hold in memory. */
function memory(): number {
  const children = read(`/proc/${process.pid}/task/${process.pid}/children`).split(" ");
  const theirs = children.map((child) => /VmRSS:\s+(\d+)/.exec(read(`/proc/${child}/status`)));
  const kilobytes = theirs.reduce((sum, found) => sum + Number(found?.[1] ?? 0), 0);
  return process.memoryUsage.rss() / 1e6 + kilobytes / 1e3;
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

async function judge(send: () => Promise<boolean>): Promise<Outcome> {
  const before = memory();
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, memory());
  }, 2);
  const started = performance.now();
  const refused = await send();
  const milliseconds = performance.now() - started;
  clearInterval(watch);
  return { refused, milliseconds, megabytes: Math.max(peak, memory()) - before };
}

describe("row 29: bombs", () => {
  let all: Bomb[] = [];
  beforeAll(async () => {
    all = await bombs();
  });

  it("each is refused at once, unread", async () => {
    const shop = await openShop();
    const ada = await signUp(shop);
    const small = await noisePicture().jpeg().toBuffer();
    expect((await uploadPicture(ada, small)).status).toBe(200);
    const kinds: Kind[] = [];
    for (const { name, bytes } of all) {
      const outcomes: Outcome[] = [];
      for (let times = 0; times < (full ? 20 : 1); times++) {
        await shop.shop.db.execute(sql`delete from limits`);
        const send = async () => [413, 415].includes((await uploadPicture(ada, bytes)).status);
        outcomes.push(await judge(send));
      }
      kinds.push({ name, ...ofAll(outcomes) });
    }
    const failed = kinds.filter((kind) => !holds(kind));
    report({
      row: 29,
      check: `${all.length} kinds of bombs, each ${full ? 20 : 1} times`,
      target: "refused within 100 ms, memory up by under 150 MB",
      figure: `${worst(kinds, "milliseconds")} ms (median of the slowest kind), ${worst(kinds, "megabytes")} MB`,
      pass: failed.length === 0,
    });
    // A machine that is busy with other tests may take its time.
    const patience = full ? 1 : 50;
    expect(failed.filter((kind) => !holds(kind, patience))).toEqual([]);
    expect((await uploadPicture(ada, small)).status).toBe(200);
  });

  it.runIf(full)("what takes long to read is read apart, and not for ever", async () => {
    const shop = await openShop();
    const [ada, vera] = [await signUp(shop), await signUp(shop)];
    expectWarning(/ended the process that read it: SIGKILL/);
    const bomb = await layeredJpeg();
    const waits: number[] = [];
    let answer: Uploaded | undefined;
    const over = judge(async () => {
      answer = await uploadPicture(ada, bomb);
      return answer.status === 400;
    });
    while (!answer) {
      const started = performance.now();
      expect((await vera.get("/api/identity/session")).status).toBe(200);
      waits.push(performance.now() - started);
    }
    const { milliseconds, refused } = await over;
    const p95 = quantile(waits, 0.95);
    const pass = refused && milliseconds < 30_000 && p95 < 50;
    report({
      row: 29,
      check: `JPEG of 40 megapixels in 2,647 layers (${Math.round(bomb.length / 1000)} KB)`,
      target: "ended after 10 s of work; p95 of others under 50 ms meanwhile",
      figure: `${(milliseconds / 1000).toFixed(1)} s; ${p95.toFixed(1)} ms`,
      pass,
    });
    expect(pass).toBe(true);
  });

  // The negative control: a shop that reads whatever comes.
  it("the check finds a decoder without limits", async () => {
    // Last in this file, because it opens for good what the shop has closed.
    sharp.unblock({ operation: ["VipsForeignLoad"] });
    const careless = (bytes: Buffer) => async () => {
      const options = { limitInputPixels: false, unlimited: true, pages: -1 };
      await sharp(bytes, options).raw().toBuffer();
      return false;
    };
    const readable = all.filter(({ name }) => /196|10,000/.test(name));
    expect(readable).toHaveLength(4);
    const outcomes: Outcome[] = [];
    for (const { bytes } of readable) outcomes.push(await judge(careless(bytes)));
    expect(outcomes.map((outcome) => holds(outcome))).toEqual([false, false, false, false]);
    // Not only because they are not refused: they cost what they threaten to.
    expect(worst(outcomes, "megabytes")).toBeGreaterThan(most.megabytes);
  });
});

/** Always refused; as long as it takes when nothing else holds it up; at most so much memory. */
function ofAll(outcomes: Outcome[]): Outcome {
  return {
    refused: outcomes.every(({ refused }) => refused),
    milliseconds: quantile(
      outcomes.map(({ milliseconds }) => milliseconds),
      0.5,
    ),
    megabytes: Math.max(...outcomes.map(({ megabytes }) => megabytes)),
  };
}

function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length * share)] ?? 0;
}

function worst(outcomes: Outcome[], key: "milliseconds" | "megabytes"): number {
  return Math.round(Math.max(...outcomes.map((outcome) => outcome[key])));
}
