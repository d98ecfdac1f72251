// The emulator as a program. It begins with the first line of standard input, and exits when the input
// ends, so that it never outlives the shop.
import { createInterface } from "node:readline";
import { startVies } from "./vies.ts";

const input = createInterface({ input: process.stdin });
input.on("close", () => process.exit(0));
await new Promise<void>((resolve) => input.once("line", () => resolve()));
const { url } = await startVies({ port: Number(process.env.PORT ?? "0") });
console.log(`Ready: ${url}`);
