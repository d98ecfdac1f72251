import type { Socket } from "node:net";

export class HeldConnections {
  readonly #byHolder = new Map<string, Set<Socket>>();

  count(holder: string): number {
    return this.#byHolder.get(holder)?.size ?? 0;
  }

  add(holder: string, socket: Socket): void {
    const own = this.#byHolder.get(holder) ?? new Set();
    this.#byHolder.set(holder, own.add(socket));
    socket.once("close", () => this.#remove(holder, socket));
  }

  takeFromLargest(holder: string): boolean {
    const own = this.count(holder);
    const [largest, sockets] = [...this.#byHolder].reduce(
      (most, each) => (each[1].size > most[1].size ? each : most),
      ["", new Set<Socket>()],
    );
    const [oldest] = sockets;
    if (!oldest || sockets.size <= own + 1) return false;
    this.#remove(largest, oldest);
    oldest.destroy();
    return true;
  }

  #remove(holder: string, socket: Socket): void {
    const own = this.#byHolder.get(holder);
    own?.delete(socket);
    if (own?.size === 0) this.#byHolder.delete(holder);
  }
}
