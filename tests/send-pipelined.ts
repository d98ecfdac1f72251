// Thousands of requests a second, pipelined on a few connections.
import { connect } from "node:net";

export type PipelinedResponses = { statuses: Set<number>; etags: Set<string> };

export async function sendPipelined(
  url: string,
  addresses: string[],
  lines = 8,
): Promise<PipelinedResponses> {
  const answers: PipelinedResponses = { statuses: new Set(), etags: new Set() };
  const each = Math.ceil(addresses.length / lines);
  await Promise.all(
    Array.from({ length: lines }, (_, line) =>
      askOnOneLine(url, addresses.slice(line * each, (line + 1) * each), answers),
    ),
  );
  return answers;
}

async function askOnOneLine(
  url: string,
  addresses: string[],
  answers: PipelinedResponses,
): Promise<void> {
  if (addresses.length === 0) return;
  const { port, hostname, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  const asked = addresses.map((address) => `HEAD ${address} HTTP/1.1\r\nhost: ${host}\r\n\r\n`);
  socket.write(asked.join(""));
  let rest = "";
  let come = 0;
  for await (const bytes of socket) {
    const heads = (rest + bytes.toString("latin1")).split("\r\n\r\n");
    rest = heads.pop() ?? "";
    for (const head of heads) {
      come++;
      answers.statuses.add(Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]));
      const etag = /^etag: (.*)$/im.exec(head)?.[1];
      if (etag) answers.etags.add(etag);
    }
    if (come === addresses.length) break;
  }
  if (come < addresses.length) throw new Error(`${addresses.length - come} answers did not come`);
}
