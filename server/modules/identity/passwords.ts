// Passwords are kept as Argon2id in the PHC text form, so that the costs can grow later.
import cluster from "node:cluster";
import { randomBytes, timingSafeEqual } from "node:crypto";
import { availableParallelism } from "node:os";
import { hashInThread } from "./hash-in-thread.ts";
import { type HashingClient, HashingQueue } from "./hashing-queue.ts";

/** OWASP's first choice for Argon2id: 19 MiB, two passes, one lane. */
const costs = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };

type Costs = typeof costs;

/** One core is left to everything else; of several processes, each hashes one password at once. */
const concurrency = cluster.isWorker ? 1 : Math.max(1, Math.min(3, availableParallelism() - 1));
const queue = new HashingQueue(concurrency);

export async function hashPassword(password: string, client: HashingClient): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive(password, nonce, costs, client);
  return write(nonce, tag);
}

/** Made at other costs than those of today; it is made anew when its password is next known. */
export function isOutdatedHash(hash: string): boolean {
  return !hash.startsWith(costsInWords());
}

/** No password has this hash: who is not known costs as much time as who is. */
const nobodys = write(Buffer.alloc(16), Buffer.alloc(costs.tagLength));

export async function verifyPassword(
  password: string,
  hash: string | null,
  client: HashingClient,
): Promise<boolean> {
  const [, , , written = "", nonce = "", tag = ""] = (hash ?? nobodys).split("$");
  const [memory = 0, passes = 0, parallelism = 0] = written.match(/\d+/g)?.map(Number) ?? [];
  const known = Buffer.from(tag, "base64");
  const costs = { memory, passes, parallelism, tagLength: known.length };
  const derived = await derive(password, Buffer.from(nonce, "base64"), costs, client);
  return timingSafeEqual(derived, known) && hash !== null;
}

function derive(
  password: string,
  nonce: Buffer,
  costs: Costs,
  client: HashingClient,
): Promise<Buffer> {
  // The same password typed on another system may be composed of other code points.
  const message = password.normalize("NFC");
  return queue.run(client, () => hashInThread({ message, nonce, ...costs }));
}

function write(nonce: Buffer, tag: Buffer): string {
  return `${costsInWords()}${base64(nonce)}$${base64(tag)}`;
}

function costsInWords(): string {
  const { memory, passes, parallelism } = costs;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$`;
}

function base64(bytes: Buffer): string {
  return bytes.toString("base64").replace(/=+$/, "");
}
