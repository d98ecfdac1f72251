import { setTimeout as sleep } from "node:timers/promises";
import type { Shop } from "./start-shop.ts";

/** Listens for changes, and again whenever the stream ends, as a browser does. */
export async function keepListening(
  { request }: Pick<Shop, "request">,
  isOver: () => boolean,
  { onStream = () => {}, onEvent = () => {}, pauseMs = 50 } = {},
): Promise<void> {
  while (!isOver()) {
    const response = await request("/api/live").catch(() => undefined);
    if (response?.status === 200) onStream();
    const reader = response?.body?.getReader();
    const ending = setInterval(() => isOver() && reader?.cancel().catch(() => {}), 100);
    try {
      while (reader && !(await reader.read()).done) onEvent();
    } catch {
    } finally {
      clearInterval(ending);
    }
    await sleep(pauseMs);
  }
}
