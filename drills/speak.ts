// Bytes to the shop and back, with nothing added, mended or understood in between.
import { connect } from "node:net";

export type Heard = {
  /** Of each answer that came, in their order. */
  statuses: number[];
  headers: Record<string, string>;
  body: string;
  closed: boolean;
};

/** Each character is one byte. Who is silent for long is told that nothing more will come. */
export async function speak(
  url: string,
  bytes: string,
  { patience = 400, from = "127.0.0.1" } = {},
): Promise<Heard> {
  const socket = connect({
    port: Number(new URL(url).port),
    host: "127.0.0.1",
    localAddress: from,
  });
  const chunks: Buffer[] = [];
  let quiet = setTimeout(() => {}, 0);
  const { promise: over, resolve } = Promise.withResolvers<boolean>();
  const wait = () => {
    clearTimeout(quiet);
    quiet = setTimeout(() => {
      socket.end();
      quiet = setTimeout(() => resolve(false), 5_000);
    }, patience);
  };
  socket.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    wait();
  });
  // Who is refused early may find the line cut.
  socket.on("error", () => {});
  socket.once("close", () => resolve(true));
  wait();
  socket.write(bytes, "latin1");
  const closed = await over;
  clearTimeout(quiet);
  socket.destroy();
  return { ...read(Buffer.concat(chunks).toString("latin1")), closed };
}

function read(text: string): Omit<Heard, "closed"> {
  const statuses = [...text.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status));
  const [head = "", ...rest] = text.split("\r\n\r\n");
  const lines = head.split("\r\n").slice(1);
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(":")).toLowerCase(),
      line.slice(line.indexOf(":") + 1).trim(),
    ]),
  );
  return { statuses, headers, body: rest.join("\r\n\r\n") };
}
