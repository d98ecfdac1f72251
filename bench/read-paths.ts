// Asks for many addresses in turn over a number of connections: URL, seconds, connections, paths.
import { connect } from "node:net";
import { readAnswer } from "./read-answer.ts";
import { summarize } from "./row.ts";

const [url = "", seconds = "0", connections = "0", ...paths] = process.argv.slice(2);
const { host, hostname, port } = new URL(url);
const end = performance.now() + Number(seconds) * 1_000;
const times: number[] = [];
let next = 0;

async function read(): Promise<void> {
  const socket = connect(Number(port), hostname).setNoDelay();
  while (performance.now() < end) {
    const path = paths[next++ % paths.length];
    const asked = performance.now();
    socket.write(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\naccept-encoding: br\r\n\r\n`);
    const answer = await readAnswer(socket);
    if (!answer.startsWith("HTTP/1.1 200")) throw new Error(answer);
    times.push(performance.now() - asked);
  }
  socket.destroy();
}

await Promise.all(Array.from({ length: Number(connections) }, read));
console.log(JSON.stringify({ ...summarize(times), perSecond: times.length / Number(seconds) }));
