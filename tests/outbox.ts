// Letters of a shop without a mail server, as they lie in its folder.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import type { OpenShop } from "./open-shop.ts";

/** The newest letter, once so many have been written, with its lines joined again. */
export async function newestLetter({ shop }: OpenShop, letters = 1): Promise<string> {
  const outbox = join(shop.env.DATA_DIR, "outbox");
  const files = async () =>
    (await readdir(outbox).catch(() => [])).filter((file) => file.endsWith(".eml")).sort();
  await expect.poll(files, { timeout: 5_000 }).toHaveLength(letters);
  const text = await readFile(join(outbox, (await files()).at(-1) ?? ""), "utf8");
  return text.replaceAll("=\n", "").replaceAll("=3D", "=");
}

/** The token of the link in a letter. */
export function tokenIn(letter: string): string {
  return /#token=([\w-]{43})/.exec(letter)?.[1] ?? "";
}
