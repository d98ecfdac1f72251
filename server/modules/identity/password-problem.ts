// Passwords that are guessed first: common ones, repeats and sequences, and those that are little
// more than a common password or a name of the shop or the person.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { type Refusal, refuse } from "#contract/refusals.ts";
import { isPattern } from "./password-patterns.ts";

/** What everybody could think of here, beside the shop's own name. */
const obviousWords = [
  ...["admin", "administrator", "autopart", "autoparts", "carpart", "carparts", "customer"],
  ...["dashboard", "guest", "letmein", "login", "manager", "owner", "password", "root", "shop"],
  ...["test", "user", "welcome"],
];

/** So little around a word makes it no harder: a year, a digit, a mark. */
const littleMore = 5;

const tooEasy = (why: string) =>
  refuse("invalid", `${why} Please choose another one: a few words in a row are good.`, {
    password: "Is easy to guess",
  });
const common = tooEasy("That password is one of the most common ones.");
const aPattern = tooEasy("That password is a repeat, a sequence or a row of keys.");
const aWord = tooEasy("That password is little more than a name that others know.");

type Whose = { shopName: string; name: string; email: string };

export async function passwordProblem(
  password: string,
  whose: Whose,
): Promise<Refusal<"invalid"> | undefined> {
  const small = password.normalize("NFC").toLowerCase();
  if (isAWord(small, whose)) return aWord;
  if (isPattern(small)) return aPattern;
  const list = await readCommon();
  return list.has(small) || isLittleMoreThan(list, small) ? common : undefined;
}

/** A common password with a year, digits or marks before or after it. */
function isLittleMoreThan(list: Set<string>, password: string): boolean {
  return [/^[^\p{L}]+|[^\p{L}]+$/gu, /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu].some((edges) => {
    const word = password.replace(edges, "");
    return password.length - word.length <= littleMore && list.has(word);
  });
}

function isAWord(password: string, { shopName, name, email }: Whose): boolean {
  const letters = lettersOf(password);
  if (password.length - letters.length > littleMore) return false;
  const [local = ""] = email.split("@");
  const phrases = [shopName, name, local, email];
  const parts = phrases.flatMap((phrase) => [
    ...phrase.split(/\s+/),
    ...phrase.split(/[^\p{L}\p{M}]+/u),
  ]);
  const words = [...obviousWords, ...phrases, ...parts].map(lettersOf);
  return words.some((word) => word.length > 2 && word === letters);
}

function lettersOf(text: string): string {
  return text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}]/gu, "");
}

let kept: Promise<Set<string>> | undefined;

/** Read when the first password is chosen: most processes never need it. */
function readCommon(): Promise<Set<string>> {
  kept ??= read().catch((error) => {
    kept = undefined;
    throw error;
  });
  return kept;
}

/**
 * The 10,000 most frequent of six characters or more, from leaks: the list of zxcvbn
 * (c) 2012-2016 Dan Wheeler and Dropbox, Inc., under the MIT licence. Packed, so that nobody has
 * to read it by accident.
 */
async function read(): Promise<Set<string>> {
  const packed = await readFile(join(import.meta.dirname, "common-passwords.txt.gz"));
  const text = (await promisify(gunzip)(packed)).toString();
  return new Set(text.trimEnd().split("\n"));
}
