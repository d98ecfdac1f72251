// Row 25: no table, file or log contains a token, only its hash.
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { getAccessToken, signIn, signUp } from "#tests/people.ts";
import { control, report } from "./report.ts";
import { startShop } from "./start-shop.ts";

/** A token is text, and that text is 32 bytes. */
function spellingsOf(token: string): Record<string, Buffer> {
  const bytes = Buffer.from(token, "base64url");
  const text = Buffer.from(token);
  return {
    "the token": text,
    "its bytes": bytes,
    "its bytes in hex": Buffer.from(bytes.toString("hex")),
    "its bytes in upper-case hex": Buffer.from(bytes.toString("hex").toUpperCase()),
    "its bytes in base64": Buffer.from(bytes.toString("base64")),
    "its text in hex": Buffer.from(text.toString("hex")),
    "its text in base64": Buffer.from(text.toString("base64").replace(/=+$/, "")),
    "its text in UTF-16": Buffer.from(token, "utf16le"),
  };
}

type Place = { name: string; bytes: Buffer };

async function filesBelow(folder: string): Promise<Place[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Promise.all(
    files.map(async ({ parentPath, name }) => {
      // A file of the database may be gone by the time that it is read.
      const bytes = await readFile(join(parentPath, name)).catch(() => Buffer.alloc(0));
      return { name, bytes };
    }),
  );
}

async function collect(planted: readonly string[] = []) {
  const expectedComplaints = /does not exist/;
  const shop = await startShop({ databaseUrl: "embedded", faults: planted, expectedComplaints });
  const first = await signUp(shop);
  const vera = await signIn(shop, first);
  const token = await getAccessToken(vera);
  const secrets = [...first.cookies, ...vera.cookies].filter(([name]) => !name.startsWith("wrote"));
  const tokens = [...secrets.map(([, value]) => value), token];

  // What goes wrong is logged, and must not take along what was sent.
  await shop.database.query("alter table profiles rename column img to gone");
  const path = "/api/identity/session";
  expect((await vera.request(path)).status).toBe(500);
  const headers = { authorization: `Bearer ${token}` };
  expect((await shop.request(path, { headers })).status).toBe(500);
  await shop.database.query("alter table profiles rename column gone to img");

  await shop.database.close();
  await shop.stop();
  const log = { name: "the log", bytes: Buffer.from(shop.printed()) };
  const places: Place[] = [log, ...(await filesBelow(shop.dataDir))];
  const found = places.flatMap(({ name, bytes }) =>
    tokens.flatMap((each) =>
      Object.entries(spellingsOf(each)).flatMap(([spelling, spelled]) =>
        bytes.includes(spelled) ? [`${name}: ${spelling}`] : [],
      ),
    ),
  );
  return { tokens, places, found, printed: shop.printed() };
}

describe("row 25: the tables, the files and the log of the shop", { timeout: 120_000 }, () => {
  it("contain the hash of each token and no token", async () => {
    const { tokens, places, found, printed } = await collect();
    const size = places.reduce((sum, { bytes }) => sum + bytes.length, 0);
    report({
      check: "tokens in tables, files of the database and the log",
      target: "only their hashes",
      figure: `${tokens.length} tokens × 8 spellings in ${places.length} files of ${Math.round(size / 1e6)} MB`,
      faults: found,
    });
    for (const token of tokens) {
      const hash = createHash("sha256").update(token).digest();
      expect(places.some(({ bytes }) => bytes.includes(hash))).toBe(true);
    }
    expect(printed).toContain("does not exist");
  });

  control("negative control: tokens that are stored as they are, are found", async () => {
    const { found } = await collect(["storePlainTokens"]);
    expect(found.filter((place) => place.endsWith(": the token"))).not.toEqual([]);
  });
});
