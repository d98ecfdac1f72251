import type { Socket } from "node:net";

/** Which network holds which connections, so that none keeps others out. */
export class NetworkShares {
  /** Sets keep their order: the oldest connection is first. */
  readonly #open = new Map<string, Set<Socket>>();

  add(network: string, socket: Socket): void {
    const own = this.#open.get(network) ?? new Set();
    this.#open.set(network, own.add(socket));
    socket.once("close", () => this.#remove(network, socket));
  }

  /** Ends the oldest connection of the network with most, unless that is this one. */
  takeFromLargest(network: string): boolean {
    const own = this.#open.get(network)?.size ?? 0;
    const [largest, sockets] = [...this.#open].reduce(
      (most, each) => (each[1].size > most[1].size ? each : most),
      ["", new Set<Socket>()],
    );
    const [oldest] = sockets;
    if (!oldest || sockets.size <= own + 1) return false;
    this.#remove(largest, oldest);
    oldest.destroy();
    return true;
  }

  #remove(network: string, socket: Socket): void {
    const own = this.#open.get(network);
    own?.delete(socket);
    if (own?.size === 0) this.#open.delete(network);
  }
}
