// A thread that asks for too much without a rest, so that its work does not delay who measures the
// others'.
import { once } from "node:events";
import { parentPort, Worker, workerData } from "node:worker_threads";
import { timed } from "./measure.ts";
import { isHonest } from "./too-much.ts";

type Aim = { url: string; headers: Record<string, string>; paths: string[]; atOnce: number };
/** The longest that a refusal took, in milliseconds. */
export type Pressed = { asked: number; faults: string[]; slowestRefusal: number };

/** Stops when it is told to, and says what it saw. */
export function press(aim: Aim): () => Promise<Pressed> {
  const thread = new Worker(import.meta.filename, { workerData: aim, execArgv: [] });
  return async () => {
    thread.postMessage("stop");
    const [pressed] = await once(thread, "message");
    await thread.terminate();
    return pressed;
  };
}

async function pressUntilTold({ url, headers, paths, atOnce }: Aim): Promise<void> {
  let going = true;
  const pressed: Pressed = { asked: 0, faults: [], slowestRefusal: 0 };
  parentPort?.once("message", () => {
    going = false;
  });
  const asker = async () => {
    while (going) {
      const path = paths[pressed.asked++ % paths.length] ?? "/";
      const { status, milliseconds } = await timed(url, "GET", path, { headers });
      if (!isHonest(status)) pressed.faults.push(`${status}: ${path}`);
      if (status !== 200) pressed.slowestRefusal = Math.max(pressed.slowestRefusal, milliseconds);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, asker));
  parentPort?.postMessage(pressed);
}

if (parentPort && workerData?.paths) await pressUntilTold(workerData);
