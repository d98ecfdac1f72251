import { readDemoAccounts } from "#seed/demo-accounts.ts";
import type { Env } from "./platform/config/env.ts";

/** What the person at the terminal needs to know now. */
export async function printBanner(env: Env, origin: string, emulators: string[]): Promise<void> {
  // Another database than the one that they were made for need not know them.
  const known = !env.DATABASE_URL || env.fillWithDemo;
  const accounts = known ? await readDemoAccounts(env.DATA_DIR) : undefined;
  // All at once: who waits for the first line finds the others, too.
  console.log(`Ready: ${origin}`);
  if (accounts) console.log("Demo accounts:");
  for (const [role, { email, password }] of Object.entries(accounts ?? {})) {
    console.log(`  ${role.padEnd(8)}  ${email}  ${password}`);
  }
  for (const line of emulators) console.log(line);
}
