// Rejects passwords that are guessed first.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { type Refusal, refuse } from "#contract/refusals.ts";
import { isPasswordPattern } from "./password-patterns.ts";

const obviousWords = [
  "admin",
  "administrator",
  "autopart",
  "autoparts",
  "carpart",
  "carparts",
  "customer",
  "dashboard",
  "guest",
  "letmein",
  "login",
  "manager",
  "owner",
  "password",
  "root",
  "shop",
  "test",
  "user",
  "welcome",
];

/** Characters around a word that make it no harder to guess: a year, a digit, a mark. */
const maxExtra = 5;

const tooEasy = (why: string) =>
  refuse("invalid", `${why} Please choose another one: a few words in a row are good.`, {
    password: "Is easy to guess",
  });
const common = tooEasy("That password is one of the most common ones.");
const pattern = tooEasy("That password is a repeat, a sequence or a row of keys.");
const knownWord = tooEasy("That password is little more than a name that others know.");

type Context = { shopName: string; name: string; email: string };

export async function passwordProblem(
  password: string,
  context: Context,
): Promise<Refusal<"invalid"> | undefined> {
  const lowerCase = password.normalize("NFC").toLowerCase();
  if (isKnownWord(lowerCase, context)) return knownWord;
  if (isPasswordPattern(lowerCase)) return pattern;
  commonPasswords ??= readCommonPasswords();
  const list = await commonPasswords.catch((error) => {
    commonPasswords = undefined;
    throw error;
  });
  return isCommon(list, lowerCase) ? common : undefined;
}

function isCommon(list: Set<string>, password: string): boolean {
  const edges = [/^[^\p{L}]+|[^\p{L}]+$/gu, /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu];
  const words = [password, ...edges.map((edge) => password.replace(edge, ""))];
  return words.some((word) => password.length - word.length <= maxExtra && list.has(word));
}

function isKnownWord(password: string, { shopName, name, email }: Context): boolean {
  const letters = lettersOf(password);
  if (password.length - letters.length > maxExtra) return false;
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

/** Most processes never need it. */
let commonPasswords: Promise<Set<string>> | undefined;

/**
 * The 10,000 most frequent of six characters or more, from leaks: the list of zxcvbn
 * (c) 2012-2016 Dan Wheeler and Dropbox, Inc., under the MIT licence.
 */
async function readCommonPasswords(): Promise<Set<string>> {
  const packed = await readFile(join(import.meta.dirname, "common-passwords.txt.gz"));
  const text = (await promisify(gunzip)(packed)).toString();
  return new Set(text.trimEnd().split("\n"));
}
