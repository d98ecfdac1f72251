export type LogLine = {
  kind: string;
  source: string;
  most: { perSource: number; total: number };
};

const minuteMs = 60_000;

export class LogBudget {
  #minute = 0;
  readonly #written = new Map<string, number>();
  readonly #dropped = new Map<string, number>();

  consume({ kind, source, most }: LogLine): boolean {
    const ofSource = `${kind} by ${source}`;
    const [total, perSource] = [kind, ofSource].map((key) => this.#written.get(key) ?? 0);
    if ((total ?? 0) >= most.total || (perSource ?? 0) >= most.perSource) {
      this.#dropped.set(kind, (this.#dropped.get(kind) ?? 0) + 1);
      return false;
    }
    this.#written.set(kind, (total ?? 0) + 1);
    this.#written.set(ofSource, (perSource ?? 0) + 1);
    return true;
  }

  startMinute(): [kind: string, dropped: number][] {
    const minute = Math.floor(Date.now() / minuteMs);
    if (minute === this.#minute) return [];
    this.#minute = minute;
    return this.reset();
  }

  reset(): [kind: string, dropped: number][] {
    const dropped = [...this.#dropped];
    this.#written.clear();
    this.#dropped.clear();
    return dropped;
  }
}
