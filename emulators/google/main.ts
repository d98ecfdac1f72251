// The emulator as a program. The first line of standard input is the redirect address; it exits when
// the input ends, so it never outlives the shop.
import { createInterface } from "node:readline";
import { startGoogle } from "./google.ts";
import { withoutWarnings } from "./provider.ts";

const { PORT = "13000", CLIENT_ID = "shop", CLIENT_SECRET = "", DATA_DIR = "data" } = process.env;

const input = createInterface({ input: process.stdin });
input.on("close", () => process.exit(0));
// Loading the package takes longest; it begins before the address arrives.
const ready = withoutWarnings(() => import("oidc-provider"));
const redirectUri =
  process.env.REDIRECT_URI ?? (await new Promise<string>((resolve) => input.once("line", resolve)));
await ready;

const { issuer } = await startGoogle({
  port: Number(PORT),
  clientId: CLIENT_ID,
  clientSecret: CLIENT_SECRET,
  redirectUri,
  dataDir: DATA_DIR,
});
console.log(`Ready: ${issuer}`);
