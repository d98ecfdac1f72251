import type { ServerResponse } from "node:http";

export class HeldConnections {
  readonly #byHolder = new Map<string, Set<ServerResponse>>();

  count(holder: string): number {
    return this.#byHolder.get(holder)?.size ?? 0;
  }

  add(holder: string, stream: ServerResponse): void {
    const own = this.#byHolder.get(holder) ?? new Set();
    this.#byHolder.set(holder, own.add(stream));
    stream.once("close", () => this.#remove(holder, stream));
  }

  takeFromLargest(holder: string): boolean {
    const own = this.count(holder);
    const [largest, streams] = [...this.#byHolder].reduce(
      (most, each) => (each[1].size > most[1].size ? each : most),
      ["", new Set<ServerResponse>()],
    );
    const [oldest] = streams;
    if (!oldest || streams.size <= own + 1) return false;
    this.#remove(largest, oldest);
    oldest.destroy();
    return true;
  }

  #remove(holder: string, stream: ServerResponse): void {
    const own = this.#byHolder.get(holder);
    own?.delete(stream);
    if (own?.size === 0) this.#byHolder.delete(holder);
  }
}
