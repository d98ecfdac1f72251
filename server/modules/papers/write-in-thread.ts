// Fonts and compression occupy a core, so threads of low priority write PDFs and requests go first.
import { once } from "node:events";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { Semaphore } from "#server/platform/rate-limits/semaphore.ts";
import type { PdfInput } from "./pdf-input.ts";

const program = join(import.meta.dirname, "pdf-thread.ts");
const idle: Worker[] = [];
const slots = new Semaphore(2, 100);
/** Without them a thread keeps 150 MB of garbage. */
const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 128 };

export function writeInThread(input: PdfInput): Promise<Buffer> {
  return slots.run(async () => {
    const thread = idle.pop() ?? new Worker(program, { resourceLimits });
    thread.ref();
    thread.postMessage(input);
    // A thread that fails ends and is not reused.
    const [pdf] = await once(thread, "message");
    thread.unref();
    idle.push(thread);
    return Buffer.from(pdf);
  });
}
