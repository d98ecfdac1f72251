// Sends requests from a thread, so that the proof can measure meanwhile.
import { once } from "node:events";
import { Agent, request } from "node:http";
import { parentPort, Worker, workerData } from "node:worker_threads";

export type LoadRequest = {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: object;
};
type Load = { url: string; requests: readonly LoadRequest[]; connections: number };
export type LoadResult = { statuses: Record<number, number>; slowestRefusalMs: number };

export function loadInBackground(load: Load): () => Promise<LoadResult> {
  const thread = new Worker(import.meta.filename, { workerData: load, execArgv: [] });
  return async () => {
    thread.postMessage("stop");
    const [result] = await once(thread, "message");
    await thread.terminate();
    return result;
  };
}

async function sendUntilStopped({ url, requests, connections }: Load): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const result: LoadResult = { statuses: {}, slowestRefusalMs: 0 };
  let [sent, isStopped] = [0, false];
  parentPort?.once("message", () => {
    isStopped = true;
  });
  const send = async ({ method = "GET", path, headers, body }: LoadRequest) => {
    const text = body && JSON.stringify(body);
    const json = text && {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(text),
    };
    const own = { host: new URL(url).host, origin: url, ...json, ...headers };
    const started = performance.now();
    const sending = request(`${url}${path}`, { agent, method, headers: own }).end(text);
    const [response] = await once(sending, "response");
    await response.resume().toArray();
    const { statusCode: status } = response;
    result.statuses[status] = (result.statuses[status] ?? 0) + 1;
    if (status < 400) return;
    result.slowestRefusalMs = Math.max(result.slowestRefusalMs, performance.now() - started);
  };
  const worker = async () => {
    while (!isStopped) await send(requests[sent++ % requests.length] as LoadRequest);
  };
  await Promise.all(Array.from({ length: connections }, worker));
  return result;
}

if (parentPort && workerData?.requests) parentPort.postMessage(await sendUntilStopped(workerData));
