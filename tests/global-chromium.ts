// The browser that each worker launches for itself: driven from here, each message would be sent
// twice.
import type { LaunchOptions } from "playwright-core";
import type { TestProject } from "vitest/node";
import { chromiumArgs, findChromium } from "../scripts/find-chromium.ts";

declare module "vitest" {
  interface ProvidedContext {
    browser: LaunchOptions;
  }
}

export default async function provideChromium(project: TestProject): Promise<void> {
  const args = chromiumArgs();
  project.provide("browser", {
    executablePath: await findChromium(console.log),
    args,
    chromiumSandbox: !args.includes("--no-sandbox"),
  });
}
