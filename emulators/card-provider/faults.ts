// Faults that tests and people at this machine can switch on.
import { setTimeout as sleep } from "node:timers/promises";

/** A number applies to that many requests; the rest until they are cleared. */
export type FaultSettings = {
  /** Delays each request. */
  slowMs?: number;
  /** Answers 500 without acting. */
  failBefore?: number;
  /** Answers 429 without acting. */
  tooMany?: number;
  /** Acts, then answers 500; a retry with the same key gets the real response. */
  failAfterActing?: number;
  /** Acts, then answers 500, and stores that under the key, as Stripe does. */
  failForGood?: number;
  /** Acts, then never responds. */
  hang?: number;
  /** Acts, then resets the connection. */
  reset?: number;
  /** `true` answers 503 to everything; `"refuse"` resets every connection. */
  down?: boolean | "refuse";
  /** A pattern that requests such as "POST /v1/refunds" must match. */
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

  /** Replaces a fault of the same kind and path; 0 or false ends it. */
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

  /** At most until the fault is taken back. */
  async delay(request: string): Promise<void> {
    const fault = this.#find("slowMs", request);
    const until = performance.now() + Number(fault?.value);
    while (fault && this.present.includes(fault) && performance.now() < until) await sleep(10);
  }

  #find(kind: FaultKind, request: string): Fault | undefined {
    return this.present.find(
      (fault) =>
        fault.kind === kind && (fault.path === undefined || new RegExp(fault.path).test(request)),
    );
  }
}
