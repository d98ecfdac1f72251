// Many open tabs: receives over IPC the text to wait for, and reports when the last connection got it.
import { connect, type Socket } from "node:net";

const [address = "", count = "0"] = process.argv.slice(2);
const { host, hostname, port } = new URL(address);
/** The system's accept queue takes no more. */
const atATime = 100;

let word = "event: alive";
let heardBy = new Set<Socket>();
let allHeard = () => {};

function open(): Promise<void> {
  const socket = connect(Number(port), hostname).setNoDelay();
  socket.write(`GET /api/live?shows=parts,reviews HTTP/1.1\r\nhost: ${host}\r\n\r\n`);
  return new Promise((resolve, reject) => {
    socket.on("data", (bytes) => {
      const text = bytes.toString("latin1");
      if (text.startsWith("HTTP/1.1") && !text.startsWith("HTTP/1.1 200")) reject(new Error(text));
      if (!text.includes(word)) return;
      resolve();
      heardBy.add(socket);
      if (heardBy.size === Number(count)) allHeard();
    });
    socket.once("error", reject).once("close", () => reject(new Error("A line was closed")));
  });
}

process.on("message", (wanted: string) => {
  word = wanted;
  heardBy = new Set();
  allHeard = () => process.send?.(Date.now());
});
process.once("disconnect", () => process.exit());

for (let opened = 0; opened < Number(count); opened += atATime) {
  const many = Math.min(atATime, Number(count) - opened);
  await Promise.all(Array.from({ length: many }, open));
}
process.send?.("open");
