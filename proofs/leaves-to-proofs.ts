import { readFileSync } from "node:fs";

/** Risks that no other test covers, decided by what happens and not by how fast. */
const quickProofs =
  /\/(choose|faults|row-(03-keys|11-letter|1[2346]|21|25|26-misused|28|31|40)[-.])/;

const program =
  /from ".*\/(start-program|start-nginx|open-proxied-shop|replicated-postgres|start-shop)\.ts"/;

/**
 * What `npm test` leaves to `npm run proofs -- quick`: proofs that repeat what other tests find, tests
 * that start programs or proxies, and each screen in all its states, themes and sizes.
 */
export function leavesToProofs(file: string): boolean {
  if (file.startsWith("proofs/")) return !quickProofs.test(file);
  return program.test(readFileSync(file, "utf8"));
}
