// The two accounts of the demo, with random passwords in a file that only its owner can read.
import { randomBytes } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

export type DemoAccount = { email: string; password: string };
export type DemoAccounts = Record<"admin" | "customer", DemoAccount>;

export const demoEmails = {
  admin: "admin@partwright.example",
  customer: "customer@partwright.example",
} as const;
export const demoNames = { admin: "Ada Wright", customer: "Carl Mercer" } as const;
export const demoProfiles = {
  admin: {
    education: "Mechanical engineering",
    number: "+880 2 5550 0142",
    location: "Tejgaon, Dhaka",
    img: "",
  },
  customer: {
    education: "Vehicle technician",
    number: "+44 161 496 0142",
    location: "Unit 7, Canal Works, Manchester M1 2WD",
    img: "",
  },
} as const;

function file(dataDir: string): string {
  return join(dataDir, "demo-accounts.json");
}

export async function readDemoAccounts(dataDir: string): Promise<DemoAccounts | undefined> {
  const text = await readFile(file(dataDir), "utf8").catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as DemoAccounts);
}

export async function makeDemoAccounts(dataDir: string): Promise<DemoAccounts> {
  const existing = await readDemoAccounts(dataDir);
  if (existing) return existing;
  const account = (email: string) => ({ email, password: randomBytes(12).toString("base64url") });
  const accounts = {
    admin: account(demoEmails.admin),
    customer: account(demoEmails.customer),
  };
  await mkdir(dataDir, { recursive: true });
  // Renamed when complete, and never readable by others.
  const unfinished = `${file(dataDir)}.${process.pid}`;
  await writeFile(unfinished, `${JSON.stringify(accounts, null, 2)}\n`, { mode: 0o600 });
  await rename(unfinished, file(dataDir));
  return accounts;
}
