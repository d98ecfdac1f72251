import { readDemoAccounts } from "#seed/demo-accounts.ts";
import type { Env } from "./platform/config/env.ts";

export async function printBanner(env: Env, origin: string, emulators: string[]): Promise<void> {
  // Another database need not have the demo accounts.
  const known = !env.DATABASE_URL || env.fillWithDemo;
  const accounts = known ? await readDemoAccounts(env.DATA_DIR) : undefined;
  // In one go: programs that wait for the first line also find the others.
  console.log(`Ready: ${origin}`);
  if (accounts) console.log("Demo accounts:");
  for (const [role, { email, password }] of Object.entries(accounts ?? {})) {
    console.log(`  ${role.padEnd(8)}  ${email}  ${password}`);
  }
  if (!env.REQUIRE_SECOND_FACTOR) {
    console.log("Recommended: REQUIRE_SECOND_FACTOR=1 asks admins for a second factor");
  }
  for (const line of emulators) console.log(line);
}
