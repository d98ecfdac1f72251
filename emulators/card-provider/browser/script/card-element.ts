// `elements.create("card")`: the shop's page sees the state of the field, never its content.
import type {
  StripeCardElement,
  StripeCardElementOptions,
  StripeCardElementUpdateOptions,
} from "@stripe/stripe-js";
import type { Events, FieldState } from "../messages.ts";
import { Frame, IntegrationError } from "./frame.ts";

type Handler = (event: never) => unknown;
type Known = Pick<
  StripeCardElement,
  "mount" | "unmount" | "destroy" | "focus" | "blur" | "clear" | "update"
>;

export class CardElement implements Known {
  readonly _elementType = "card";
  readonly #key: string;
  #options: StripeCardElementOptions;
  #frame: Frame | undefined;
  #container: HTMLElement | undefined;
  #handlers: { name: string; handler: Handler; once: boolean }[] = [];
  #listening = new AbortController();
  isDestroyed = false;

  constructor(key: string, options: StripeCardElementOptions) {
    this.#key = key;
    this.#options = options;
  }

  mount(place: string | HTMLElement): void {
    if (this.isDestroyed) {
      throw new IntegrationError(
        "This Element has already been destroyed. Please create a new one.",
      );
    }
    const container = typeof place === "string" ? document.querySelector(place) : place;
    if (!(container instanceof HTMLElement)) {
      throw new IntegrationError(
        `The selector you specified (${place}) applies to no DOM elements that are currently on the ` +
          "page. Make sure the element exists on the page before calling mount().",
      );
    }
    if (this.#container === container && this.#frame) return;
    this.unmount();
    const title = "Secure card payment input frame";
    this.#frame = new Frame("/card-field", this.#key, title, (event, detail) =>
      this.#onEvent(event, detail),
    );
    this.#frame.element.style.height = "24px";
    this.#container = container;
    container.replaceChildren(this.#frame.element);
    this.#mark({ StripeElement: true, "StripeElement--empty": true });
    this.#focusByLabel(container);
  }

  unmount(): void {
    this.#frame?.remove();
    this.#frame = undefined;
    this.#listening.abort();
    this.#mark({});
    this.#container = undefined;
  }

  destroy(): void {
    this.unmount();
    this.isDestroyed = true;
    this.#handlers = [];
  }

  focus(): void {
    void this.#frame?.call("focus");
  }

  blur(): void {
    void this.#frame?.call("blur");
  }

  clear(): void {
    void this.#frame?.call("clear");
  }

  update(options: StripeCardElementUpdateOptions): void {
    this.#options = { ...this.#options, ...options };
    void this.#frame?.call("update", plain(this.#options));
  }

  on(name: string, handler: Handler): this {
    this.#handlers.push({ name, handler, once: false });
    return this;
  }

  once(name: string, handler: Handler): this {
    this.#handlers.push({ name, handler, once: true });
    return this;
  }

  off(name: string, handler?: Handler): this {
    this.#handlers = this.#handlers.filter(
      (each) => each.name !== name || (handler !== undefined && each.handler !== handler),
    );
    return this;
  }

  mountedFrame(): Frame {
    if (this.#frame) return this.#frame;
    throw new IntegrationError(
      "We could not retrieve data from the specified Element. Please make sure the Element you are " +
        "attempting to use is still mounted.",
    );
  }

  #onEvent<Name extends keyof Events>(event: Name, detail: Events[Name]): void {
    if (event === "height" && this.#frame) {
      this.#frame.element.style.height = `${detail}px`;
      return;
    }
    if (event === "enter") {
      this.#submitForm();
      return;
    }
    if (event === "ready") this.update({});
    if (event === "focus") this.#mark({ "StripeElement--focus": true }, ["StripeElement--focus"]);
    if (event === "blur") this.#mark({}, ["StripeElement--focus"]);
    if (event === "change") this.#showState(detail as FieldState);
    this.#sendEvent(event, event === "change" ? changeOf(detail as FieldState) : {});
  }

  /** As Stripe does it: whether or not the form's button is disabled. */
  #submitForm(): void {
    const form = this.#container?.closest("form");
    const event = new Event("submit", { bubbles: true, cancelable: true });
    if (form?.dispatchEvent(event)) form.submit();
  }

  #sendEvent(name: string, detail: object): void {
    const asked = this.#handlers.filter((each) => each.name === name);
    this.#handlers = this.#handlers.filter((each) => each.name !== name || !each.once);
    for (const { handler } of asked) handler({ elementType: "card", ...detail } as never);
  }

  #showState({ empty, complete, error }: FieldState): void {
    const classes = ["StripeElement--empty", "StripeElement--complete", "StripeElement--invalid"];
    this.#mark(
      {
        [classes[0] as string]: empty,
        [classes[1] as string]: complete,
        [classes[2] as string]: error !== undefined,
      },
      classes,
    );
  }

  #mark(present: Record<string, boolean>, among = allClasses): void {
    const own: Record<string, string | undefined> = { ...this.#options.classes };
    for (const name of among) {
      const names = (own[name.replace(/^StripeElement(--)?/, "") || "base"] ?? name).split(" ");
      for (const each of names) this.#container?.classList.toggle(each, present[name] ?? false);
    }
  }

  #focusByLabel(container: HTMLElement): void {
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    const label =
      container.id && document.querySelector(`label[for="${CSS.escape(container.id)}"]`);
    if (label) label.addEventListener("click", () => this.focus(), { signal });
  }
}

const allClasses = [
  "StripeElement",
  "StripeElement--empty",
  "StripeElement--complete",
  "StripeElement--invalid",
  "StripeElement--focus",
];

function changeOf({ postalCode, ...state }: FieldState): object {
  return { ...state, value: { postalCode } };
}

function plain({ style, hidePostalCode, hideIcon, disabled, value }: StripeCardElementOptions) {
  return JSON.parse(JSON.stringify({ style, hidePostalCode, hideIcon, disabled, value }));
}
