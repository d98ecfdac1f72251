// What goes wrong, on request: the shop must come through all of it.
import { setTimeout as sleep } from "node:timers/promises";

/** Each for so many requests, or until it is taken back; `path` says for which. */
export type FaultSettings = {
  /** Begins to act only after so long. */
  slowMs?: number;
  /** Answers 500 and has done nothing. */
  failBefore?: number;
  /** Answers 429 and has done nothing. */
  tooMany?: number;
  /** Acts, then answers 500; asked again with the same key, it tells how it went. */
  failAfterActing?: number;
  /** Acts, then answers 500, and keeps that as the answer of the key, as the real one does. */
  failForGood?: number;
  /** Acts, then never answers. */
  hang?: number;
  /** Acts, then breaks the connection. */
  reset?: number;
  /** `true` answers 503 to everything; `"refuse"` breaks every connection. */
  down?: boolean | "refuse";
  /** A pattern for "POST /v1/refunds"; without one, all requests are meant. */
  path?: string;
};

export type FaultKind = Exclude<keyof FaultSettings, "path">;
export type Fault = { kind: FaultKind; value: number | boolean | string; path: string | undefined };

export const countedFaults = [
  "failBefore",
  "tooMany",
  "failAfterActing",
  "failForGood",
  "hang",
  "reset",
] as const satisfies FaultKind[];
const kinds: readonly string[] = ["slowMs", "down", ...countedFaults];

export class Faults {
  present: Fault[] = [];

  /** A fault of the same kind and path is replaced; none of it (0, false) ends it. */
  set({ path, ...settings }: FaultSettings): void {
    if (path !== undefined) new RegExp(path);
    for (const [kind, value] of Object.entries(settings) as [
      FaultKind,
      number | boolean | string,
    ][]) {
      if (!kinds.includes(kind)) continue;
      this.present = this.present.filter((fault) => fault.kind !== kind || fault.path !== path);
      if (value) this.present.push({ kind, value, path });
    }
  }

  clear(): void {
    this.present = [];
  }

  /** Whether this one is due now; a counted one has then had one of its turns. */
  consume(kind: FaultKind, request: string): boolean {
    const fault = this.#find(kind, request);
    if (!fault) return false;
    if (typeof fault.value === "number") {
      fault.value--;
      if (fault.value <= 0) this.present = this.present.filter((each) => each !== fault);
    }
    return true;
  }

  findOutage(request: string): "answers" | "refuses" | undefined {
    const fault = this.#find("down", request);
    return fault && (fault.value === "refuse" ? "refuses" : "answers");
  }

  async delay(request: string): Promise<void> {
    const fault = this.#find("slowMs", request);
    if (fault) await sleep(Number(fault.value));
  }

  #find(kind: FaultKind, request: string): Fault | undefined {
    return this.present.find(
      (fault) =>
        fault.kind === kind && (fault.path === undefined || new RegExp(fault.path).test(request)),
    );
  }
}
