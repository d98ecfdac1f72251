// Letters of shops without a mail server, as they lie in the outbox.
import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { expect } from "vitest";
import { openVisitor } from "#tests/people.ts";
import type { Shop } from "./start-shop.ts";

type Place = Pick<Shop, "dataDir">;

/** The oldest first. */
async function filesOf(shops: Place[]): Promise<string[]> {
  const read = async ({ dataDir }: Place) => {
    const outbox = join(dataDir, "outbox");
    const names = await readdir(outbox).catch(() => []);
    return names.filter((name) => name.endsWith(".eml")).map((name) => join(outbox, name));
  };
  const files = (await Promise.all(shops.map(read))).flat();
  return files.sort((one, other) => (basename(one) < basename(other) ? -1 : 1));
}

/** The shop keeps only the newest: one may be gone before it is read. */
async function readLetters(files: string[]): Promise<string[]> {
  const texts = await Promise.all(files.map((file) => readFile(file, "utf8").catch(() => "")));
  return texts.filter(Boolean).map((text) => text.replaceAll("=\n", "").replaceAll("=3D", "="));
}

export const lettersOf = async (...shops: Place[]): Promise<string[]> =>
  readLetters(await filesOf(shops));

/** Any of the shops, which share a database, may send it. */
export async function letterAfter(
  ask: () => Promise<unknown>,
  isWanted: (letter: string) => boolean,
  ...shops: Place[]
): Promise<string> {
  const before = new Set(await filesOf(shops));
  await ask();
  const find = async () => {
    const added = (await filesOf(shops)).filter((file) => !before.has(file));
    return (await readLetters(added)).findLast(isWanted);
  };
  let found: string | undefined;
  await expect
    .poll(
      async () => {
        found = await find();
        return found;
      },
      { timeout: 30_000 },
    )
    .toBeTruthy();
  return found ?? "";
}

/** Requests a letter for a new password; any of the processes that share a database may send it. */
export async function resetTokenFor(email: string, ...shops: [Shop, ...Shop[]]): Promise<string> {
  const link = /\/reset#token=([\w-]{43})/;
  const ask = async () => {
    const { status } = await openVisitor(shops[0]).send("POST", "/api/identity/forgotten", {
      email,
    });
    expect(status).toBe(200);
  };
  const isWanted = (letter: string) => letter.includes(`To: ${email}`) && link.test(letter);
  return link.exec(await letterAfter(ask, isWanted, ...shops))?.[1] ?? "";
}
