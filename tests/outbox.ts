// Letters that a shop without a mail server writes to its folder.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import type { OpenShop } from "./open-shop.ts";

const isVerification = (letter: string) => /^Subject: Verify your e-mail/m.test(letter);

/**
 * The newest letter, or of those to one person, once there are this many; letters that verify an
 * e-mail do not count.
 */
export function waitForLetter(
  shop: OpenShop,
  letters = 1,
  { email }: { email?: string } = {},
): Promise<string> {
  const isTo = (letter: string) => !email || letter.includes(`\nTo: ${email}\n`);
  return newestOf(shop, letters, (letter) => isTo(letter) && !isVerification(letter));
}

export function waitForVerificationLetter(shop: OpenShop, letters = 1): Promise<string> {
  return newestOf(shop, letters, isVerification);
}

/** Those queued first come first, though several are sent at once; the encoding is undone. */
export async function readLetters({ shop }: Pick<OpenShop, "shop">): Promise<string[]> {
  const outbox = join(shop.env.DATA_DIR, "outbox");
  const files = (await readdir(outbox).catch(() => [])).filter((file) => file.endsWith(".eml"));
  const letters = await Promise.all(files.map((file) => readFile(join(outbox, file), "utf8")));
  return letters
    .sort((one, other) => idOf(one).localeCompare(idOf(other), "en"))
    .map(fromQuotedPrintable);
}

/** Begins with the time at which it was queued. */
const idOf = (letter: string) => /^Message-ID: <([^@]+)@/im.exec(letter)?.[1] ?? "";

async function newestOf(
  { shop }: OpenShop,
  count: number,
  isWanted: (letter: string) => boolean,
): Promise<string> {
  const wanted = async () => (await readLetters({ shop })).filter(isWanted);
  await expect.poll(wanted).toHaveLength(count);
  return (await wanted()).at(-1) ?? "";
}

const fromQuotedPrintable = (letter: string) =>
  letter
    .replaceAll("=\n", "")
    .replace(/(?:=[\dA-F]{2})+/g, (bytes) =>
      Buffer.from(bytes.replaceAll("=", ""), "hex").toString("utf8"),
    );

/** Of the newest one to this e-mail, once there are so many. */
export async function findSignInCode(shop: OpenShop, email: string, letters = 1): Promise<string> {
  const isAsked = (letter: string) =>
    letter.includes(`\nTo: ${email}\n`) && letter.includes("This is your code:");
  const letter = await newestOf(shop, letters, isAsked);
  return /your code: (\d{3} \d{3})/.exec(letter)?.[1] ?? "";
}

export function tokenOfLetter(letter: string): string {
  return /#token=([\w-]{43})/.exec(letter)?.[1] ?? "";
}

export function codeOfLetter(letter: string): string {
  return /My Profile: (\d{4} \d{4})/.exec(letter)?.[1] ?? "";
}
