// Letters of shops without a mail server, as they lie in the outbox.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { openVisitor } from "#tests/people.ts";
import type { Shop } from "./start-shop.ts";

export async function lettersOf(...shops: Pick<Shop, "dataDir">[]): Promise<string[]> {
  const read = async ({ dataDir }: Pick<Shop, "dataDir">) => {
    const outbox = join(dataDir, "outbox");
    const files = (await readdir(outbox).catch(() => [])).filter((file) => file.endsWith(".eml"));
    return Promise.all(
      files.map(async (file) => ({ file, text: await readFile(join(outbox, file), "utf8") })),
    );
  };
  const letters = (await Promise.all(shops.map(read))).flat();
  return letters
    .sort((one, other) => (one.file < other.file ? -1 : 1))
    .map(({ text }) => text.replaceAll("=\n", "").replaceAll("=3D", "="));
}

/** Requests a letter for a new password; any of the processes that share a database may send it. */
export async function resetTokenFor(email: string, ...shops: [Shop, ...Shop[]]): Promise<string> {
  const tokens = async () =>
    (await lettersOf(...shops)).flatMap((letter) => {
      const [, token] = /\/reset#token=([\w-]{43})/.exec(letter) ?? [];
      return token && letter.includes(`To: ${email}`) ? [token] : [];
    });
  const before = await tokens();
  const { status } = await openVisitor(shops[0]).send("POST", "/api/identity/forgotten", { email });
  expect(status).toBe(200);
  await expect.poll(async () => (await tokens()).length).toBeGreaterThan(before.length);
  return (await tokens()).at(-1) ?? "";
}
