// Passwords are kept as Argon2id in the PHC text form, so that the costs can grow later.
import { argon2, randomBytes } from "node:crypto";

/** OWASP's first choice for Argon2id: 19 MiB, two passes, one lane. */
const costs = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };

export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const message = password.normalize("NFC");
  const tag = await new Promise<Buffer>((resolve, reject) => {
    argon2("argon2id", { message, nonce, ...costs }, (error, derived) =>
      error ? reject(error) : resolve(derived),
    );
  });
  const { memory, passes, parallelism } = costs;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(nonce)}$${base64(tag)}`;
}

function base64(bytes: Buffer): string {
  return bytes.toString("base64").replace(/=+$/, "");
}
