// The emulator as a program. The first line of standard input is the address for webhooks; it exits
// when the input ends, so it never outlives the shop.
import { createInterface } from "node:readline";
import { startCardProvider } from "./card-provider.ts";

const {
  PORT = "23000",
  DATA_DIR = "data",
  SECRET_KEY = "",
  PUBLISHABLE_KEY = "",
  WEBHOOK_SECRET = "",
} = process.env;

const input = createInterface({ input: process.stdin });
input.on("close", () => process.exit(0));
const provider = await startCardProvider({
  port: Number(PORT),
  secretKey: SECRET_KEY,
  publishableKey: PUBLISHABLE_KEY,
  webhookSecret: WEBHOOK_SECRET,
  dataDir: DATA_DIR,
});
input.on("line", provider.webhooksTo);
console.log(`Ready: ${provider.origin}`);
