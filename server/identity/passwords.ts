// Passwords are kept as Argon2id in the PHC text form, so that the costs can grow later.
import { argon2, randomBytes, timingSafeEqual } from "node:crypto";

/** OWASP's first choice for Argon2id: 19 MiB, two passes, one lane. */
const costs = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };

type Costs = typeof costs;

export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive(password, nonce, costs);
  const { memory, passes, parallelism } = costs;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(nonce)}$${base64(tag)}`;
}

export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const [, , , written = "", nonce = "", tag = ""] = hash.split("$");
  const [memory = 0, passes = 0, parallelism = 0] = written.match(/\d+/g)?.map(Number) ?? [];
  const known = Buffer.from(tag, "base64");
  const derived = await derive(password, Buffer.from(nonce, "base64"), {
    memory,
    passes,
    parallelism,
    tagLength: known.length,
  });
  return timingSafeEqual(derived, known);
}

function derive(password: string, nonce: Buffer, costs: Costs): Promise<Buffer> {
  // The same password typed on another system may be composed of other code points.
  const message = password.normalize("NFC");
  return new Promise((resolve, reject) => {
    argon2("argon2id", { message, nonce, ...costs }, (error, derived) =>
      error ? reject(error) : resolve(derived),
    );
  });
}

function base64(bytes: Buffer): string {
  return bytes.toString("base64").replace(/=+$/, "");
}
