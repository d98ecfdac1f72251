import { createHash } from "node:crypto";

/** By name. The first encrypts; all of them decrypt. */
export type VinKeys = ReadonlyMap<string, Buffer>;

const keyBytes = 32;

export function readVinKeys(list = ""): VinKeys | undefined {
  const pairs = list.split(",").map((pair) => /^\s*(\w{1,20})=([\w+/-]+=?)\s*$/.exec(pair));
  const keys = new Map<string, Buffer>();
  for (const pair of pairs) {
    const key = Buffer.from(pair?.[2] ?? "", "base64");
    if (!pair?.[1] || key.length !== keyBytes || keys.has(pair[1])) return undefined;
    keys.set(pair[1], key);
  }
  return keys;
}

/** Anybody has it: it must not be used in production. */
export const developmentVinKeys: VinKeys = new Map([
  ["development", createHash("sha256").update("development").digest()],
]);

export function vinKeyProblems(env: { NODE_ENV: string; VIN_KEYS?: string | undefined }): string[] {
  if (env.VIN_KEYS === undefined) {
    const isMissing = env.NODE_ENV === "production";
    return isMissing ? ["VIN_KEYS is missing: it encrypts the VINs of customers' cars"] : [];
  }
  const keys = readVinKeys(env.VIN_KEYS);
  if (!keys) return ["VIN_KEYS must be pairs such as 2026=..., each key 32 bytes in base64"];
  const isRandom = [...keys.values()].every((key) => new Set(key).size >= keyBytes / 2);
  return isRandom ? [] : ["VIN_KEYS has a key that is not random: use openssl rand -base64 32"];
}
