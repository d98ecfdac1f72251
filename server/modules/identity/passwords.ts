// Argon2id in the PHC string format, so that the costs can grow later.
import cluster from "node:cluster";
import { randomBytes, timingSafeEqual } from "node:crypto";
import { availableParallelism } from "node:os";
import { hashInThread } from "./hash-in-thread.ts";
import { type HashingClient, HashingQueue } from "./hashing-queue.ts";
import { passwordProblem } from "./password-problem.ts";

/** OWASP's recommendation: 19 MiB, two passes, one lane. */
const costs = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };

type Costs = typeof costs;

export type Passwords = ReturnType<typeof createPasswords>;

export function createPasswords(shopName: string) {
  return {
    problem: (password: string, person: { name: string; email: string }) =>
      passwordProblem(password, { shopName, ...person }),
    hash: hashPassword,
    verify: verifyPassword,
    isOutdatedHash,
  };
}

/** Leaves one core to everything else. */
const concurrency = cluster.isWorker ? 1 : Math.max(1, Math.min(3, availableParallelism() - 1));
const queue = new HashingQueue(concurrency);

export async function hashPassword(password: string, client: HashingClient): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive(password, nonce, costs, client);
  return formatHash(nonce, tag);
}

function isOutdatedHash(hash: string): boolean {
  return !hash.startsWith(costsPrefix());
}

/** Matches no password: an unknown account must take as long as a known one. */
const dummyHash = formatHash(Buffer.alloc(16), Buffer.alloc(costs.tagLength));

export async function verifyPassword(
  password: string,
  hash: string | null,
  client: HashingClient,
): Promise<boolean> {
  const [, , , parameters = "", nonce = "", tag = ""] = (hash ?? dummyHash).split("$");
  const [memory = 0, passes = 0, parallelism = 0] = parameters.match(/\d+/g)?.map(Number) ?? [];
  const expected = Buffer.from(tag, "base64");
  const costs = { memory, passes, parallelism, tagLength: expected.length };
  const derived = await derive(password, Buffer.from(nonce, "base64"), costs, client);
  return timingSafeEqual(derived, expected) && hash !== null;
}

function derive(
  password: string,
  nonce: Buffer,
  costs: Costs,
  client: HashingClient,
): Promise<Buffer> {
  // Systems differ in the code points that they compose a letter of.
  const message = password.normalize("NFC");
  return queue.run(client, () => hashInThread({ message, nonce, ...costs }));
}

function formatHash(nonce: Buffer, tag: Buffer): string {
  return `${costsPrefix()}${base64(nonce)}$${base64(tag)}`;
}

function costsPrefix(): string {
  const { memory, passes, parallelism } = costs;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$`;
}

function base64(bytes: Buffer): string {
  return bytes.toString("base64").replace(/=+$/, "");
}
