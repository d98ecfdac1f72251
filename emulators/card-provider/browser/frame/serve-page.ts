// The frame's end of the channel, opened once, by the shop's page only.
import {
  type Calls,
  connectMessage,
  type Events,
  type FromFrame,
  type ToFrame,
} from "../messages.ts";

export const query = new URL(location.href).searchParams;
export const publishableKey = query.get("key") ?? "";
const shop = query.get("shop") ?? "";

export type SendEvent = <Name extends keyof Events>(event: Name, detail: Events[Name]) => void;

export function answerCalls(calls: (sendEvent: SendEvent) => Partial<Calls>): void {
  window.addEventListener("message", function onMessage({ origin, source, data, ports: [port] }) {
    if (origin !== shop || source !== window.parent || data !== connectMessage || !port) return;
    window.removeEventListener("message", onMessage);
    const send = (message: FromFrame) => port.postMessage(message);
    const known = calls((event, detail) => send({ event, detail }));
    port.onmessage = async ({ data: { id, call, order } }: MessageEvent<ToFrame>) => {
      const work = known[call] as ((order: unknown) => unknown) | undefined;
      send({ id, result: await work?.(order) });
    };
    send({ event: "ready", detail: undefined });
  });
}
