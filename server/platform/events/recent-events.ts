import type { ShopEvent } from "./outbox.ts";

export const keptMs = 60_000;
const maxEvents = 3_000;

export class RecentEvents {
  readonly #events: { at: number; event: ShopEvent }[] = [];
  #since = Number.POSITIVE_INFINITY;

  restart(past: readonly { at: number; event: ShopEvent }[], since: number): void {
    this.#events.splice(0, this.#events.length, ...past);
    this.#since = since;
  }

  add(events: readonly ShopEvent[]): void {
    const at = performance.now();
    for (const event of events) this.#events.push({ at, event });
    const firstKept = this.#events.findIndex((each) => each.at >= at - keptMs);
    const dropped = this.#events.splice(0, Math.max(firstKept, this.#events.length - maxEvents));
    const last = dropped.at(-1);
    if (last) this.#since = last.at;
  }

  within(ageMs: number): ShopEvent[] | undefined {
    const from = performance.now() - ageMs;
    if (from < this.#since) return undefined;
    return this.#events.filter(({ at }) => at >= from).map(({ event }) => event);
  }
}
