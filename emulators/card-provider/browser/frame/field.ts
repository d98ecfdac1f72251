// One input of the card field: tidies what is typed, and knows what is wrong with it.
import type { ParsedInput, Problem } from "./card-format.ts";

type How = {
  /** Digits as they are shown. */
  group(digits: string): string;
  tidy(digits: string): string;
  read(digits: string): ParsedInput;
  incomplete: Problem;
  /** Something changed that others want to know. */
  changed(): void;
  completed(): void;
  emptied(): void;
};

export class Field {
  readonly input: HTMLInputElement;
  readonly #how: How;
  /** It was left unfinished: only then it is worth a word. */
  #isLeft = false;

  constructor(name: string, how: How) {
    this.input = document.querySelector(`input[name="${name}"]`) as HTMLInputElement;
    this.#how = how;
    this.input.addEventListener("input", (event) => this.#typed(event as InputEvent));
    this.input.addEventListener("keydown", (event) => {
      if (event.key === "Backspace" && this.input.value === "") how.emptied();
    });
    this.input.addEventListener("blur", () => {
      this.#isLeft = true;
      how.changed();
    });
  }

  get digits(): string {
    return this.#how.tidy(this.input.value.replace(/\D/g, ""));
  }

  get isEmpty(): boolean {
    return this.input.value.trim() === "";
  }

  get isComplete(): boolean {
    return this.#how.read(this.digits).isComplete;
  }

  get problem(): Problem | undefined {
    const read = this.#how.read(this.digits);
    if (read.problem || read.isComplete) return read.problem;
    return this.#isLeft && !this.isEmpty ? this.#how.incomplete : undefined;
  }

  /** What is missing, whether anybody has been here or not. */
  get shortcoming(): Problem | undefined {
    const read = this.#how.read(this.digits);
    return read.isComplete ? undefined : (read.problem ?? this.#how.incomplete);
  }

  set(value: string): void {
    this.input.value = value;
    this.#isLeft = false;
  }

  show(): void {
    this.input.setAttribute("aria-invalid", String(this.problem !== undefined));
  }

  #typed(event: InputEvent): void {
    this.#isLeft = false;
    const isDeleting = event.inputType?.startsWith("delete") ?? false;
    const caret = this.input.selectionStart ?? this.input.value.length;
    const wasAtEnd = caret === this.input.value.length;
    const digitsBefore = this.input.value.slice(0, caret).replace(/\D/g, "").length;
    const grouped = this.#how.group(this.digits);
    // Who deletes must get past what stands between the digits.
    const shown = isDeleting ? grouped.replace(/\D+$/, "") : grouped;
    if (shown !== this.input.value) {
      this.input.value = shown;
      if (!wasAtEnd) {
        const place = placeAfter(shown, digitsBefore);
        this.input.setSelectionRange(place, place);
      }
    }
    this.#how.changed();
    if (!isDeleting && wasAtEnd && this.isComplete && document.activeElement === this.input) {
      this.#how.completed();
    }
  }
}

function placeAfter(text: string, digits: number): number {
  let seen = 0;
  for (let place = 0; place < text.length; place++) {
    if (seen === digits) return place;
    if (/\d/.test(text[place] ?? "")) seen++;
  }
  return text.length;
}
