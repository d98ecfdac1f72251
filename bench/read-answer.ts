import type { Socket } from "node:net";

/** One answer with a content-length on a connection that stays open. */
export function readAnswer(socket: Socket): Promise<string> {
  let text = "";
  return new Promise((resolve, reject) => {
    const end = (error?: Error) => {
      socket.off("data", read).off("error", end);
      if (error) reject(error);
      else resolve(text);
    };
    const read = (bytes: Buffer) => {
      text += bytes.toString("latin1");
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? Number.NaN);
      if (text.length >= text.indexOf("\r\n\r\n") + 4 + length) end();
    };
    socket.on("data", read).on("error", end);
  });
}
