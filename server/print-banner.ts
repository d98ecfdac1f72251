import { readDemoAccounts } from "#seed/demo-accounts.ts";
import type { Env } from "./platform/config/env.ts";

type About = { origin: string; emulators: string[]; lacksSecondFactor: boolean };

export async function printBanner(
  env: Env,
  { origin, emulators, lacksSecondFactor }: About,
): Promise<void> {
  // Another database need not have the demo accounts.
  const known = !env.DATABASE_URL || env.fillWithDemo;
  const accounts = known ? await readDemoAccounts(env.DATA_DIR) : undefined;
  const people = Object.entries(accounts ?? {}).map(
    ([role, { email, password }]) => `  ${role.padEnd(8)}  ${email}  ${password}`,
  );
  const demo = accounts ? ["Demo accounts:", ...people] : [];
  const advice = lacksSecondFactor
    ? ["Recommended: ask admins for a second factor (Dashboard, Settings, Sign-in)"]
    : [];
  // In one write: programs that wait for the first line also find the others.
  console.log([`Ready: ${origin}`, ...demo, ...advice, ...emulators].join("\n"));
}
