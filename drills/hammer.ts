// A thread that guesses passwords, so that its work does not delay who measures the others'.
// Many guesses at a time: every other one at one account, the rest at anybody, so that they hash.
import { once } from "node:events";
import { parentPort, Worker, workerData } from "node:worker_threads";
import { timed } from "./measure.ts";

type Aim = { url: string; email: string; connections: number; network?: string | undefined };

/**
 * Each guess comes from a network that was never there before, unless one is named. Stops when it is
 * told to, and says how many tries there were.
 */
export function hammer(
  url: string,
  email: string,
  { connections = 16, network }: { connections?: number; network?: string } = {},
): () => Promise<number> {
  const aim: Aim = { url, email, connections, network };
  const thread = new Worker(import.meta.filename, { workerData: aim, execArgv: [] });
  return async () => {
    thread.postMessage("stop");
    const [tries] = await once(thread, "message");
    await thread.terminate();
    return tries;
  };
}

async function guessUntilTold({ url, email, connections, network }: Aim): Promise<void> {
  let going = true;
  let tries = 0;
  parentPort?.once("message", () => {
    going = false;
  });
  const guesser = async () => {
    while (going) {
      const number = tries++;
      const body = {
        email: number % 2 === 0 ? email : `somebody${number}@example.com`,
        password: `guess ${number}`,
      };
      const anyNetwork = `${20 + (number % 200)}.${(number >> 8) & 255}.${number & 255}`;
      const headers = { "x-forwarded-for": `${network ?? anyNetwork}.9` };
      const { status } = await timed(url, "POST", "/api/identity/sign-in", { headers, body });
      if (![401, 429, 503].includes(status)) throw new Error(`A guess was answered ${status}`);
    }
  };
  await Promise.all(Array.from({ length: connections }, guesser));
  parentPort?.postMessage(tries);
}

if (parentPort && workerData?.url) await guessUntilTold(workerData);
