// Row 29: pictures that are small to send and enormous to decode.
import { readFileSync } from "node:fs";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { signUp } from "#tests/people.ts";
import { noisePicture, uploadPicture } from "#tests/pictures.ts";
import { layeredJpeg, type PictureBomb, pictureBombs } from "./picture-bombs.ts";
import { full, report } from "./report.ts";
import { startShop } from "./start-shop.ts";
import { quantile } from "./statistics.ts";

type Outcome = { refused: boolean; ms: number; mb: number };
const limits = { ms: 100, mb: 150 };
const repeats = full ? 20 : 1;

function isHarmless({ refused, ms, mb }: Outcome, slowness = 1): boolean {
  return refused && ms <= limits.ms * slowness && mb < limits.mb;
}

function memoryOf(pid: number): number {
  const children = read(`/proc/${pid}/task/${pid}/children`).split(" ").filter(Boolean);
  const sizes = [pid, ...children].map((each) => {
    return Number(/VmRSS:\s+(\d+)/.exec(read(`/proc/${each}/status`))?.[1] ?? 0);
  });
  return sizes.reduce((sum, kilobytes) => sum + kilobytes, 0) / 1_000;
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

async function measure(pid: number, send: () => Promise<boolean>): Promise<Outcome> {
  const before = memoryOf(pid);
  let peak = before;
  const sampling = setInterval(() => {
    peak = Math.max(peak, memoryOf(pid));
  }, 2);
  const started = performance.now();
  const refused = await send();
  const ms = performance.now() - started;
  clearInterval(sampling);
  return { refused, ms, mb: Math.max(peak, memoryOf(pid)) - before };
}

describe("row 29: picture bombs", () => {
  let bombs: PictureBomb[] = [];
  beforeAll(async () => {
    bombs = await pictureBombs();
  });

  it("are refused at once, without decoding them", async () => {
    const shop = await startShop();
    const ada = await signUp(shop);
    const small = await noisePicture().jpeg().toBuffer();
    expect((await uploadPicture(ada, small)).status).toBe(200);
    const kinds: (Outcome & { name: string })[] = [];
    for (const { name, bytes } of bombs) {
      const outcomes: Outcome[] = [];
      while (outcomes.length < repeats) {
        await shop.database.query("delete from limits");
        const send = async () => [413, 415].includes((await uploadPicture(ada, bytes)).status);
        outcomes.push(await measure(shop.program().pid, send));
      }
      kinds.push({ name, ...summaryOf(outcomes) });
    }
    // In the quick size other tests use the machine too.
    const failed = kinds.filter((kind) => !isHarmless(kind, full ? 1 : 50));
    report({
      check: `${bombs.length} kinds of bombs, each ${repeats} times`,
      target: "refused within 100 ms, memory up by under 150 MB",
      figure: `${largest(kinds, "ms")} ms (median of the slowest kind), ${largest(kinds, "mb")} MB`,
      faults: failed,
    });
    expect((await uploadPicture(ada, small)).status).toBe(200);
  });

  it.runIf(full)("that are slow to decode are stopped and delay nobody", async () => {
    const shop = await startShop();
    const [ada, vera] = [await signUp(shop), await signUp(shop)];
    const bomb = await layeredJpeg();
    const waits: number[] = [];
    let isAnswered = false;
    const decoding = measure(shop.program().pid, async () => {
      const { status } = await uploadPicture(ada, bomb);
      isAnswered = true;
      return status === 400;
    });
    while (!isAnswered) {
      const started = performance.now();
      expect((await vera.get("/api/identity/session")).status).toBe(200);
      waits.push(performance.now() - started);
    }
    const { ms, refused } = await decoding;
    const p95 = quantile(waits, 0.95);
    report({
      check: `JPEG of 40 megapixels in 2,647 layers (${Math.round(bomb.length / 1000)} KB)`,
      target: "stopped after 10 s of work; p95 of others under 50 ms meanwhile",
      figure: `${(ms / 1000).toFixed(1)} s; ${p95.toFixed(1)} ms`,
      pass: refused && ms < 30_000 && p95 < 50,
    });
  });

  it("negative control: a decoder without limits is found out", async () => {
    const decode = (bytes: Buffer) => async () => {
      const options = { limitInputPixels: false, unlimited: true, pages: -1 };
      await sharp(bytes, options).raw().toBuffer();
      return false;
    };
    const decodable = bombs.filter(({ name }) => /196|10,000/.test(name));
    expect(decodable).toHaveLength(4);
    const outcomes: Outcome[] = [];
    for (const { bytes } of decodable) outcomes.push(await measure(process.pid, decode(bytes)));
    expect(outcomes.map((outcome) => isHarmless(outcome))).toEqual([false, false, false, false]);
    // They are not only accepted: they cost as much memory as they threaten to.
    expect(largest(outcomes, "mb")).toBeGreaterThan(limits.mb);
  });
});

function summaryOf(outcomes: Outcome[]): Outcome {
  return {
    refused: outcomes.every(({ refused }) => refused),
    ms: quantile(
      outcomes.map(({ ms }) => ms),
      0.5,
    ),
    mb: Math.max(...outcomes.map(({ mb }) => mb)),
  };
}

const largest = (outcomes: Outcome[], key: "ms" | "mb") =>
  Math.round(Math.max(...outcomes.map((outcome) => outcome[key])));
