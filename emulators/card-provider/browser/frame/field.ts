// One input of the card field: formats what is typed and validates it.
import type { ParsedInput, Problem } from "./card-format.ts";

type InputFormat = {
  format(digits: string): string;
  normalize(digits: string): string;
  read(digits: string): ParsedInput;
  incomplete: Problem;
  changed(): void;
  onComplete(): void;
  onBackspace(): void;
};

export class Field {
  readonly input: HTMLInputElement;
  readonly #options: InputFormat;
  /** Incomplete input is a problem only after the field was left. */
  #wasLeft = false;

  constructor(name: string, options: InputFormat) {
    this.input = document.querySelector(`input[name="${name}"]`) as HTMLInputElement;
    this.#options = options;
    this.input.addEventListener("input", (event) => this.#onInput(event as InputEvent));
    this.input.addEventListener("keydown", (event) => {
      if (event.key === "Backspace" && this.input.value === "") options.onBackspace();
    });
    this.input.addEventListener("blur", () => {
      this.#wasLeft = true;
      options.changed();
    });
  }

  get digits(): string {
    return this.#options.normalize(this.input.value.replace(/\D/g, ""));
  }

  get isEmpty(): boolean {
    return this.input.value.trim() === "";
  }

  get isComplete(): boolean {
    return this.#options.read(this.digits).isComplete;
  }

  get problem(): Problem | undefined {
    const read = this.#options.read(this.digits);
    if (read.problem || read.isComplete) return read.problem;
    return this.#wasLeft && !this.isEmpty ? this.#options.incomplete : undefined;
  }

  get missingInput(): Problem | undefined {
    const read = this.#options.read(this.digits);
    return read.isComplete ? undefined : (read.problem ?? this.#options.incomplete);
  }

  set(value: string): void {
    this.input.value = value;
    this.#wasLeft = false;
  }

  show(): void {
    this.input.setAttribute("aria-invalid", String(this.problem !== undefined));
  }

  #onInput(event: InputEvent): void {
    this.#wasLeft = false;
    const isDeleting = event.inputType?.startsWith("delete") ?? false;
    const caret = this.input.selectionStart ?? this.input.value.length;
    const wasAtEnd = caret === this.input.value.length;
    const digitsBefore = this.input.value.slice(0, caret).replace(/\D/g, "").length;
    const formatted = this.#options.format(this.digits);
    // Deleting must get past the separators.
    const shown = isDeleting ? formatted.replace(/\D+$/, "") : formatted;
    if (shown !== this.input.value) {
      this.input.value = shown;
      if (!wasAtEnd) {
        const place = caretAfter(shown, digitsBefore);
        this.input.setSelectionRange(place, place);
      }
    }
    this.#options.changed();
    if (!isDeleting && wasAtEnd && this.isComplete && document.activeElement === this.input) {
      this.#options.onComplete();
    }
  }
}

function caretAfter(text: string, digits: number): number {
  let seen = 0;
  for (let place = 0; place < text.length; place++) {
    if (seen === digits) return place;
    if (/\d/.test(text[place] ?? "")) seen++;
  }
  return text.length;
}
