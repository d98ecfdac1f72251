// The emulator as a program. Whoever starts it tells it on its standard input where to send
// people back to, in one line, when that is known; when that input ends, so does the program:
// however the shop dies, its emulator does not stay behind.
import { createInterface } from "node:readline";
import { startGoogle } from "./google.ts";
import { withoutWarnings } from "./provider.ts";

const { PORT = "13000", CLIENT_ID = "shop", CLIENT_SECRET = "", DATA_DIR = "data" } = process.env;

const input = createInterface({ input: process.stdin });
input.on("close", () => process.exit(0));
// What takes longest is done while nobody waits for it.
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
