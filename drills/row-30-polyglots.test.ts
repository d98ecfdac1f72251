// Row 30: files that pretend, and pictures that are broken.
import { readdir, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { sql } from "drizzle-orm";
import { describe, expect, it, onTestFinished } from "vitest";
import { saveImage } from "#server/modules/media/image-store.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { expectWarning } from "#tests/fail-on-warnings.ts";
import { openPage } from "#tests/open-page.ts";
import { type OpenShop, openShop } from "#tests/open-shop.ts";
import { type SignedIn, signUp } from "#tests/people.ts";
import { type Uploaded, uploadPicture } from "#tests/pictures.ts";
import { full, report } from "./drill.ts";
import {
  mutated,
  notPictures,
  polyglots,
  type Sent,
  secrets,
  strangeNames,
  tellingPictures,
} from "./polyglots.ts";
import { seed } from "./seed.ts";

const howMany = full ? 2_000 : 15;
const widths = ["320.webp", "640.webp", "960.webp"];

/** What is wrong with what the shop serves at an address; nothing, if it is as it must be. */
async function wrongWith({ request }: OpenShop, url: string): Promise<string[]> {
  if (!/^\/images\/[0-9a-f]{32}\/960\.webp$/.test(url)) return [`its address is ${url}`];
  const found = await Promise.all(
    widths.map(async (file) => {
      const response = await request(url.replace("960.webp", file));
      const bytes = Buffer.from(await response.arrayBuffer());
      const type = response.headers.get("content-type");
      const sniffing = response.headers.get("x-content-type-options");
      return [
        ...(response.status === 200 && type === "image/webp" ? [] : [`served as ${type}`]),
        ...(sniffing === "nosniff" ? [] : ["a browser may guess what it is"]),
        ...wrongInside(bytes),
      ];
    }),
  );
  return found.flat();
}

/** A WebP of pixels and nothing else has only these parts, and ends where it says. */
function wrongInside(bytes: Buffer): string[] {
  const isWebp = bytes.toString("latin1", 0, 4) === "RIFF" && bytes.includes("WEBP");
  if (!isWebp || bytes.readUInt32LE(4) + 8 !== bytes.length) return ["it is no whole WebP"];
  const problems: string[] = secrets
    .filter((secret) => bytes.includes(secret, 0, "latin1"))
    .map((secret) => `it contains ${secret}`);
  for (let at = 12; at < bytes.length; ) {
    const kind = bytes.toString("latin1", at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    if (!["VP8 ", "VP8L", "VP8X", "ALPH"].includes(kind)) problems.push(`it has ${kind}`);
    at += 8 + length + (length % 2);
  }
  return problems;
}

/** Everything under the shop's data, and how many things lie beside it. */
async function wrongOnDisk({ shop }: OpenShop): Promise<string[]> {
  const all = await readdir(shop.env.DATA_DIR, { recursive: true });
  const expected = /^images(\/[0-9a-f]{32}(\/(320|640|960)\.webp)?)?$/;
  return all.filter((path) => !expected.test(path) && !path.startsWith("outbox"));
}

type Outcome = { taken: number; refused: number; wrong: string[] };

async function judge(shop: OpenShop, ada: SignedIn, files: Iterable<Sent>): Promise<Outcome> {
  const outcome: Outcome = { taken: 0, refused: 0, wrong: [] };
  let count = 0;
  for (const { name, bytes } of files) {
    if (count++ % 25 === 0) await queryRows(shop.shop.db, sql`delete from limits`);
    const { status, url, body }: Uploaded = await uploadPicture(ada, bytes, { name });
    const problems =
      status === 200
        ? await wrongWith(shop, url)
        : [400, 413, 415].includes(status)
          ? []
          : [`answered ${status} ${JSON.stringify(body)}`];
    if (status === 200) outcome.taken++;
    else outcome.refused++;
    const which = `${name} (number ${count} of seed ${seed})`;
    outcome.wrong.push(...problems.map((problem) => `${which}: ${problem}`));
  }
  outcome.wrong.push(...(await wrongOnDisk(shop)));
  return outcome;
}

function tell(check: string, { taken, refused, wrong }: Outcome): void {
  report({
    row: 30,
    check,
    target: "only re-encoded WebP under a generated name, 0 crashes, 0 EXIF kept",
    figure: `${taken} re-encoded, ${refused} refused, ${wrong.length} wrong`,
    pass: wrong.length === 0,
  });
}

describe("row 30: files that pretend", () => {
  it("what is no picture is refused", async () => {
    const shop = await openShop();
    const outcome = await judge(shop, await signUp(shop), notPictures());
    tell("HTML, SVG, scripts, archives, GIFs", outcome);
    expect(outcome).toEqual({ taken: 0, refused: notPictures().length, wrong: [] });
  });

  it("of a picture that is something else as well, the picture is kept", async () => {
    const shop = await openShop();
    const files = await polyglots();
    const outcome = await judge(shop, await signUp(shop), files);
    tell("polyglots with EXIF, XMP, ICC, comments, trailing pages and archives", outcome);
    expect(outcome).toEqual({ taken: files.length, refused: 0, wrong: [] });
  });

  it("a strange name changes nothing", async () => {
    const shop = await openShop();
    const [picture] = await tellingPictures();
    const bytes = picture?.bytes ?? Buffer.from("");
    const { DATA_DIR } = shop.shop.env;
    const beside = await readdir(dirname(DATA_DIR));
    const files = strangeNames.map((name) => ({ name, bytes }));
    const outcome = await judge(shop, await signUp(shop), files);
    tell("names such as ../../x", outcome);
    expect(outcome).toEqual({ taken: files.length, refused: 0, wrong: [] });
    expect(await readdir(join(DATA_DIR, "images"))).toHaveLength(1);
    const isStrange = (name: string) => strangeNames.some((strange) => strange.endsWith(name));
    const added = (await readdir(dirname(DATA_DIR))).filter((name) => !beside.includes(name));
    expect(added.filter(isStrange)).toEqual([]);
  });

  it("what is cut off or harmed breaks nothing", {
    timeout: full ? 3_600_000 : 60_000,
  }, async () => {
    const shop = await openShop();
    const pictures = (await tellingPictures()).map(({ bytes }) => bytes);
    const cut = pictures.flatMap((bytes) =>
      [0.05, 0.3, 0.7, 0.95].map((share) => bytes.subarray(0, Math.floor(bytes.length * share))),
    );
    const harmed = Array.from({ length: howMany }, () => mutated(pictures));
    const files = [...cut, ...harmed].map((bytes) => ({ name: "me.jpg", bytes }));
    const ada = await signUp(shop);
    const outcome = await judge(shop, ada, files);
    tell(`${cut.length} cut off, ${howMany} mutated (seed ${seed})`, outcome);
    expect(outcome.wrong).toEqual([]);
    // Some are hardly harmed and some are past saving; else the test would have tested nothing.
    expect(Math.min(outcome.taken, outcome.refused)).toBeGreaterThan(0);
    expect((await uploadPicture(ada, pictures[0] ?? Buffer.from(""))).status).toBe(200);
  });

  it("nothing runs when it is opened", async () => {
    // The browser's own way of showing a picture alone.
    expectWarning(/A page was reported by a browser: style-src-attr/);
    const shop = await openShop();
    const ada = await signUp(shop);
    const files = (await polyglots()).filter(({ name }) => /html|js$|telling/.test(name));
    const opened: string[] = [];
    for (const { bytes } of full ? files : files.slice(-3)) {
      const { url } = await uploadPicture(ada, bytes);
      opened.push(await whatOpens(shop.url + url));
    }
    const others = opened.filter((type) => type !== "image/webp");
    report({
      row: 30,
      check: "polyglots opened in Chromium",
      target: "all are pictures, nothing runs",
      figure: `${opened.length} opened, ${others.length} other than image/webp`,
      pass: others.length === 0,
    });
    expect(others).toEqual([]);
  });

  // The negative control: a shop that keeps what it is sent, as it is sent.
  it("the check finds an upload that was stored as it came", async () => {
    const shop = await openShop();
    const { DATA_DIR } = shop.shop.env;
    for (const { name, bytes } of [...(await polyglots()), ...notPictures()]) {
      const asItCame = { 320: bytes, 640: bytes, 960: bytes };
      const problems = await wrongWith(shop, await saveImage(DATA_DIR, asItCame));
      expect([name, problems.length > 0]).toEqual([name, true]);
    }
    expect(await wrongOnDisk(shop)).toEqual([]);
    await writeFile(join(DATA_DIR, "x.jpg"), "as it was called");
    expect(await wrongOnDisk(shop)).toEqual(["x.jpg"]);

    const page = notPictures().find(({ name }) => name === "page.jpg");
    const careless = createServer((_, response) => response.end(page?.bytes));
    await new Promise<void>((resolve) => careless.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void careless.close());
    const { port } = careless.address() as AddressInfo;
    expect(await whatOpens(`http://127.0.0.1:${port}/me.jpg`)).toBe("it ran");
  });
});

/** What a browser takes an address for, or that something in it ran. */
async function whatOpens(url: string): Promise<string> {
  // How the browser itself shows a picture is not to our policy's taste, nor is its small sign.
  const page = await openPage(url, { expectedTroubles: /inline style|404 \(Not Found\)/ });
  const title = await page.title();
  return title === "it ran" ? title : page.evaluate(() => document.contentType);
}
