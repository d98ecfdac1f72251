import { createServer } from "node:net";
import { type Browser, chromium } from "playwright-core";
import { chromiumArgs, findChromium } from "../scripts/find-chromium.ts";

/** `port` is the debugging port, for Lighthouse. */
export async function openChromium(): Promise<{ browser: Browser; port: number }> {
  const port = await freePort();
  const args = chromiumArgs();
  const browser = await chromium.launch({
    executablePath: await findChromium(console.log),
    args: [...args, `--remote-debugging-port=${port}`],
    chromiumSandbox: !args.includes("--no-sandbox"),
  });
  return { browser, port };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address ? address.port : 0;
}
