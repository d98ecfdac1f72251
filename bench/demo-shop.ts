import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startArguments } from "../scripts/start-command.ts";
import { type Server, startServer } from "./servers.ts";

type Account = { email: string; password: string };
export type DemoShop = Server & { customer: Account };

export async function openDemoShop(): Promise<DemoShop> {
  const dataDir = await mkdtemp(join(tmpdir(), "shop-bench-"));
  const shop = await startServer(startArguments, { DATA_DIR: dataDir });
  const accounts = JSON.parse(await readFile(join(dataDir, "demo-accounts.json"), "utf8"));
  return {
    ...shop,
    // The shop accepts only the host of its origin.
    url: shop.url.replace("127.0.0.1", "localhost"),
    customer: accounts.customer,
    async stop() {
      await shop.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
