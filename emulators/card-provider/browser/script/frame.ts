import type { Calls, Events, FromFrame } from "../messages.ts";
import { connectMessage } from "../messages.ts";

/** The origin of this script and of all frames; messages of others are ignored. */
export const origin = new URL((document.currentScript as HTMLScriptElement).src).origin;

type Result<Name extends keyof Calls> = Awaited<ReturnType<Calls[Name]>>;

export class Frame {
  readonly element = document.createElement("iframe");
  readonly #waiting = new Map<number, (result: never) => void>();
  readonly #onEvent: <Name extends keyof Events>(event: Name, detail: Events[Name]) => void;
  #port = Promise.withResolvers<MessagePort>();
  #isOpen = false;
  #last = 0;

  constructor(
    page: string,
    key: string,
    title: string,
    onMessage: <Name extends keyof Events>(event: Name, detail: Events[Name]) => void = () => {},
  ) {
    this.#onEvent = onMessage;
    const { element } = this;
    element.title = title;
    element.allow = "payment *; publickey-credentials-get *";
    element.src = `${origin}${page}?${new URLSearchParams({ shop: window.origin, key })}`;
    // A frame of another colour scheme than its page gets an opaque background.
    const look = { border: "0", display: "block", width: "100%", colorScheme: "light" };
    Object.assign(element.style, look);
    element.addEventListener("load", () => this.#connect());
  }

  async call<Name extends keyof Calls>(
    name: Name,
    ...[order]: Parameters<Calls[Name]>
  ): Promise<Result<Name>> {
    const port = await this.#port.promise;
    const id = ++this.#last;
    return new Promise<Result<Name>>((resolve) => {
      this.#waiting.set(id, resolve as (result: never) => void);
      port.postMessage({ id, call: name, order });
    });
  }

  remove(): void {
    this.element.remove();
  }

  /** At each load: a frame that is moved in its page loads again. */
  #connect(): void {
    if (this.#isOpen) this.#port = Promise.withResolvers<MessagePort>();
    this.#isOpen = true;
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }: MessageEvent<FromFrame>) => {
      if ("event" in data) {
        if (data.event === "ready") this.#port.resolve(port1);
        this.#onEvent(data.event, data.detail as never);
        return;
      }
      this.#waiting.get(data.id)?.(data.result as never);
      this.#waiting.delete(data.id);
    };
    this.element.contentWindow?.postMessage(connectMessage, origin, [port2]);
  }
}

export class IntegrationError extends Error {
  override name = "IntegrationError";
}
