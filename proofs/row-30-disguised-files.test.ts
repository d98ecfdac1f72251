// Row 30: files that are no pictures or more than a picture, and pictures that are broken.
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { openPage } from "#tests/open-page.ts";
import { type SignedIn, signUp } from "#tests/people.ts";
import { uploadPicture } from "#tests/pictures.ts";
import {
  canaries,
  type DisguisedFile,
  mutate,
  notPictures,
  picturesWithMetadata,
  polyglots,
  strangeNames,
} from "./disguised-files.ts";
import { seed } from "./random.ts";
import { full, report } from "./report.ts";
import { serve } from "./serve.ts";
import { type Shop, startShop } from "./start-shop.ts";

const mutationCount = full ? 2_000 : 15;
const timeout = full ? 3_600_000 : 120_000;
const widths = ["320.webp", "640.webp", "960.webp"];

async function start(): Promise<{ shop: Shop; ada: SignedIn }> {
  // A browser that shows a picture alone breaks our policy of styles.
  const shop = await startShop({ expectedComplaints: /style-src-attr/ });
  return { shop, ada: await signUp(shop) };
}

async function problemsAt({ request }: Shop, url: string): Promise<string[]> {
  if (!/^\/images\/[0-9a-f]{32}\/960\.webp$/.test(url)) return [`its address is ${url}`];
  const found = await Promise.all(
    widths.map(async (file) => {
      const response = await request(url.replace("960.webp", file));
      const bytes = Buffer.from(await response.arrayBuffer());
      const type = response.headers.get("content-type");
      const isNosniff = response.headers.get("x-content-type-options") === "nosniff";
      return [
        ...(response.status === 200 && type === "image/webp" ? [] : [`served as ${type}`]),
        ...(isNosniff ? [] : ["a browser may guess its type"]),
        ...problemsInside(bytes),
      ];
    }),
  );
  return found.flat();
}

/** A WebP of pixels and nothing else has only these chunks, and ends where it says. */
function problemsInside(bytes: Buffer): string[] {
  const isWebp = bytes.toString("latin1", 0, 4) === "RIFF" && bytes.includes("WEBP");
  if (!isWebp || bytes.readUInt32LE(4) + 8 !== bytes.length) return ["it is no whole WebP"];
  const kept = canaries.filter((canary) => bytes.includes(canary, 0, "latin1"));
  const problems = kept.map((canary) => `it contains ${canary}`);
  for (let at = 12; at < bytes.length; ) {
    const kind = bytes.toString("latin1", at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    if (!["VP8 ", "VP8L", "VP8X", "ALPH"].includes(kind)) problems.push(`it has ${kind}`);
    at += 8 + length + (length % 2);
  }
  return problems;
}

async function unexpectedFiles({ dataDir }: Shop): Promise<string[]> {
  const all = await readdir(dataDir, { recursive: true });
  const expected = /^images(\/[0-9a-f]{32}(\/(320|640|960)\.webp)?)?$/;
  return all.filter((path) => !expected.test(path) && !path.startsWith("outbox"));
}

async function uploadAll({ shop, ada }: { shop: Shop; ada: SignedIn }, files: DisguisedFile[]) {
  const outcome = { taken: 0, refused: 0, problems: [] as string[] };
  for (const [at, { name, bytes }] of files.entries()) {
    if (at % 25 === 0) await shop.database.query("delete from limits");
    const { status, url, body } = await uploadPicture(ada, bytes, { name });
    if (status === 200) outcome.taken++;
    else outcome.refused++;
    const isRefused = [400, 413, 415].includes(status);
    const found = status === 200 ? await problemsAt(shop, url) : [];
    if (status !== 200 && !isRefused) found.push(`answered ${status} ${JSON.stringify(body)}`);
    outcome.problems.push(...found.map((problem) => `${name} (${at} of seed ${seed}): ${problem}`));
  }
  outcome.problems.push(...(await unexpectedFiles(shop)));
  return outcome;
}

function reportOutcome(check: string, outcome: Awaited<ReturnType<typeof uploadAll>>): void {
  const { taken, refused, problems } = outcome;
  report({
    check,
    target: "only re-encoded WebP under a generated name, 0 crashes, 0 EXIF kept",
    figure: `${taken} re-encoded, ${refused} refused`,
    faults: problems,
  });
}

describe("row 30: disguised files", { timeout }, () => {
  it("are refused, or re-encoded if they are pictures", async () => {
    const opened = await start();
    const refused = await uploadAll(opened, notPictures());
    reportOutcome("HTML, SVG, scripts, archives, GIFs", refused);
    expect(refused).toEqual({ taken: 0, refused: notPictures().length, problems: [] });

    const files = await polyglots();
    const outcome = await uploadAll(opened, files);
    reportOutcome("polyglots with EXIF, XMP, ICC, comments, trailing pages and archives", outcome);
    expect(outcome).toEqual({ taken: files.length, refused: 0, problems: [] });
  });

  it("with a strange name are stored under a generated one", async () => {
    const opened = await start();
    const { dataDir } = opened.shop;
    const [picture] = await picturesWithMetadata();
    const bytes = picture?.bytes ?? Buffer.from("");
    const outcome = await uploadAll(
      opened,
      strangeNames.map((name) => ({ name, bytes })),
    );
    reportOutcome("names such as ../../x", outcome);
    expect(outcome).toEqual({ taken: strangeNames.length, refused: 0, problems: [] });
    expect(await readdir(join(dataDir, "images"))).toHaveLength(1);
    const beside = await readdir(dirname(dataDir));
    expect(
      beside.filter((name) => strangeNames.some((strange) => strange === `../../${name}`)),
    ).toEqual([]);
  });

  it("that are cut off or mutated break nothing", async () => {
    const opened = await start();
    const pictures = (await picturesWithMetadata()).map(({ bytes }) => bytes);
    const cut = pictures.flatMap((bytes) =>
      [0.05, 0.3, 0.7, 0.95].map((share) => bytes.subarray(0, Math.floor(bytes.length * share))),
    );
    const mutated = Array.from({ length: mutationCount }, () => mutate(pictures));
    const files = [...cut, ...mutated].map((bytes) => ({ name: "me.jpg", bytes }));
    const outcome = await uploadAll(opened, files);
    reportOutcome(`${cut.length} cut off, ${mutationCount} mutated (seed ${seed})`, outcome);
    expect(outcome.problems).toEqual([]);
    // Some are hardly changed and some cannot be read, or nothing would have been tested.
    if (full) expect(Math.min(outcome.taken, outcome.refused)).toBeGreaterThan(0);
    expect((await uploadPicture(opened.ada, pictures[0] ?? Buffer.from(""))).status).toBe(200);
  });

  it("run nothing when they are opened in a browser", async () => {
    const { shop, ada } = await start();
    const files = (await polyglots()).filter(({ name }) => /html|js$|metadata/.test(name));
    const types: string[] = [];
    for (const { bytes } of full ? files : files.slice(-3)) {
      types.push(await typeInBrowser(shop.url + (await uploadPicture(ada, bytes)).url));
    }
    const others = types.filter((type) => type !== "image/webp");
    report({
      check: "polyglots opened in Chromium",
      target: "all are pictures, nothing runs",
      figure: `${types.length} opened`,
      faults: others,
    });
  });

  it("negative control: uploads that were stored as they came are found out", async () => {
    const { shop } = await start();
    for (const [at, { name, bytes }] of [...(await polyglots()), ...notPictures()].entries()) {
      const folder = join("images", String(at).padStart(32, "0"));
      await mkdir(join(shop.dataDir, folder), { recursive: true });
      for (const file of widths) await writeFile(join(shop.dataDir, folder, file), bytes);
      expect(await problemsAt(shop, `/${folder}/960.webp`), name).not.toEqual([]);
    }
    expect(await unexpectedFiles(shop)).toEqual([]);
    await writeFile(join(shop.dataDir, "x.jpg"), "under its own name");
    expect(await unexpectedFiles(shop)).toEqual(["x.jpg"]);

    const page = notPictures().find(({ name }) => name === "page.jpg");
    const careless = await serve((_, response) => response.end(page?.bytes));
    expect(await typeInBrowser(`${careless}/me.jpg`)).toBe("it ran");
  });
});

async function typeInBrowser(url: string): Promise<string> {
  // The browser's own page around a picture breaks our policy, and has no icon.
  const page = await openPage(url, { expectedTroubles: /inline style|404 \(Not Found\)/ });
  const title = await page.title();
  return title === "it ran" ? title : page.evaluate(() => document.contentType);
}
