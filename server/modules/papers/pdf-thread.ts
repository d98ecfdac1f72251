import { setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import type { PdfInput } from "./pdf-input.ts";
import { writePdf } from "./write-pdf.ts";

// On Linux this is the priority of the thread, elsewhere of the whole process.
if (process.platform === "linux") setPriority(10);

parentPort?.on("message", async (input: PdfInput) => {
  parentPort?.postMessage(await writePdf(input));
});
