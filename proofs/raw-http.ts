// Sends raw bytes, because HTTP clients would correct them.
import { connect } from "node:net";

export type RawResponse = {
  statuses: number[];
  headers: Record<string, string>;
  body: string;
  isClosed: boolean;
};

/** Each character is one byte. After `quietMs` without data the connection is half-closed. */
export async function sendRaw(
  url: string,
  bytes: string,
  { quietMs = 400, from = "127.0.0.1" } = {},
): Promise<RawResponse> {
  const port = Number(new URL(url).port);
  const socket = connect({ port, host: "127.0.0.1", localAddress: from });
  const chunks: Buffer[] = [];
  let timer: NodeJS.Timeout | undefined;
  const { promise: ended, resolve } = Promise.withResolvers<boolean>();
  const waitForMore = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      socket.end();
      timer = setTimeout(() => resolve(false), 5_000);
    }, quietMs);
  };
  socket.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    waitForMore();
  });
  // A refused client may find the connection reset.
  socket.on("error", () => {});
  socket.once("close", () => resolve(true));
  waitForMore();
  socket.write(bytes, "latin1");
  const isClosed = await ended;
  clearTimeout(timer);
  socket.destroy();
  return { ...parse(Buffer.concat(chunks).toString("latin1")), isClosed };
}

function parse(text: string): Omit<RawResponse, "isClosed"> {
  const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) [^\r\n]*\r\n/g)].map(([, status]) =>
    Number(status),
  );
  const [head = "", ...rest] = text.split("\r\n\r\n");
  const headers = head.split("\r\n").slice(1);
  const pairs = headers.map((line): [string, string] => {
    const at = line.indexOf(":");
    return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
  });
  return { statuses, headers: Object.fromEntries(pairs), body: rest.join("\r\n\r\n") };
}
