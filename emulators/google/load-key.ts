// The signing key is stored, so that ID tokens stay valid after a restart.
import { generateKeyPair, randomUUID } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { promisify } from "node:util";
import type { JWK } from "oidc-provider";

export async function loadOrCreateKey(file: string): Promise<JWK> {
  const kept = await readFile(file, "utf8").catch(() => undefined);
  if (kept) return JSON.parse(kept);
  const { privateKey } = await promisify(generateKeyPair)("rsa", { modulusLength: 2048 });
  const key = {
    ...privateKey.export({ format: "jwk" }),
    kid: randomUUID(),
    alg: "RS256",
    use: "sig",
  };
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  // Atomic: a crash leaves no partial file.
  const unfinished = `${file}.${key.kid}`;
  await writeFile(unfinished, JSON.stringify(key), { mode: 0o600 });
  await rename(unfinished, file);
  return key;
}
