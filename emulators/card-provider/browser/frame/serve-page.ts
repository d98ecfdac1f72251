// The frame's end of the channel: it is opened by the shop's page that the frame stands in, once,
// and by nobody else.
import { type Calls, connect, type Events, type FromFrame, type ToFrame } from "../messages.ts";

export const asked = new URL(location.href).searchParams;
export const key = asked.get("key") ?? "";
const shop = asked.get("shop") ?? "";

export type Tell = <Name extends keyof Events>(event: Name, detail: Events[Name]) => void;

export function servePage(calls: (tell: Tell) => Partial<Calls>): void {
  window.addEventListener("message", function hear({ origin, source, data, ports: [port] }) {
    if (origin !== shop || source !== window.parent || data !== connect || !port) return;
    window.removeEventListener("message", hear);
    const send = (message: FromFrame) => port.postMessage(message);
    const known = calls((event, detail) => send({ event, detail }));
    port.onmessage = async ({ data: { id, call, order } }: MessageEvent<ToFrame>) => {
      const work = known[call] as ((order: unknown) => unknown) | undefined;
      send({ id, result: await work?.(order) });
    };
    send({ event: "ready", detail: undefined });
  });
}
