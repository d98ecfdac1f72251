// Bytes as they are, to the shop and back: no client in between that would mend them.
import { connect } from "node:net";

export type RawAnswer = { status: number; body: string };

/** Status 0 where the shop closed without a word. */
export async function sendRaw(url: string, head: string[], body = ""): Promise<RawAnswer> {
  const { port, host } = new URL(url);
  const [line = "", ...headers] = head;
  const socket = connect(Number(port), "127.0.0.1");
  const answer: Buffer[] = [];
  socket.on("data", (bytes: Buffer) => answer.push(bytes));
  // Who is refused early may find the line cut.
  socket.on("error", () => {});
  const closed = new Promise((resolve) => socket.once("close", resolve));
  const own = [`host: ${host}`, "connection: close"];
  if (body)
    own.push("content-type: application/json", `content-length: ${Buffer.byteLength(body)}`);
  // Each character is one byte, so that headers can carry any.
  socket.write([line, ...own, ...headers, "", ""].join("\r\n"), "latin1");
  socket.write(body);
  await closed;
  const text = Buffer.concat(answer).toString();
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0);
  return { status, body: text.slice(text.indexOf("\r\n\r\n") + 4) };
}
