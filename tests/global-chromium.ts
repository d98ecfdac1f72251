// One browser for the whole run; each page has its own context.
import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";
import { chromiumArgs, findChromium } from "../scripts/find-chromium.ts";

declare module "vitest" {
  interface ProvidedContext {
    browserAddress: string;
  }
}

export default async function oneChromium(project: TestProject): Promise<() => Promise<void>> {
  const args = chromiumArgs();
  const server = await chromium.launchServer({
    executablePath: await findChromium(console.log),
    args,
    chromiumSandbox: !args.includes("--no-sandbox"),
  });
  project.provide("browserAddress", server.wsEndpoint());
  return () => server.close();
}
