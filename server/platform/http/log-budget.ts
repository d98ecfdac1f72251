export type LogLine = {
  kind: string;
  /** Whose doing it is: a person, an account or a network. */
  source: string;
  /** How many lines of this kind a minute holds, of one source and of all together. */
  most: { ofOneSource: number; inAll: number };
};

const minuteMs = 60_000;

/** How many lines a log gets in a minute, so that neither a kind nor a source can crowd others out. */
export class LogBudget {
  #minute = 0;
  readonly #written = new Map<string, number>();
  readonly #left = new Map<string, number>();

  /** Whether the line is to be written; otherwise it is counted. */
  consume({ kind, source, most }: LogLine): boolean {
    const ofSource = `${kind} by ${source}`;
    const [inAll, ofOneSource] = [kind, ofSource].map((key) => this.#written.get(key) ?? 0);
    if ((inAll ?? 0) >= most.inAll || (ofOneSource ?? 0) >= most.ofOneSource) {
      this.#left.set(kind, (this.#left.get(kind) ?? 0) + 1);
      return false;
    }
    this.#written.set(kind, (inAll ?? 0) + 1);
    this.#written.set(ofSource, (ofOneSource ?? 0) + 1);
    return true;
  }

  /** Begins anew once a minute is over. Answers how many lines of which kind were not written. */
  startMinute(): [kind: string, left: number][] {
    const minute = Math.floor(Date.now() / minuteMs);
    if (minute === this.#minute) return [];
    this.#minute = minute;
    return this.reset();
  }

  reset(): [kind: string, left: number][] {
    const left = [...this.#left];
    this.#written.clear();
    this.#left.clear();
    return left;
  }
}
