// For tests and for people at this machine: what is on record, and what shall go wrong.
import type { IncomingMessage, ServerResponse } from "node:http";
import type Stripe from "stripe";
import type { CallContext } from "./api-call.ts";
import { controlPage, controlPolicy } from "./control-page.ts";
import { ApiError, invalidRequest } from "./errors.ts";
import { type Event, readEvents } from "./events.ts";
import type { Fault, FaultSettings, Faults } from "./faults.ts";
import { readBody } from "./read-body.ts";
import { finishRefunds } from "./refunds.ts";
import type { Store } from "./store.ts";
import type { WebhookSettings, Webhooks } from "./webhooks.ts";

export type ControlSettings = FaultSettings &
  WebhookSettings & {
    /** Ends all faults first, and lets messages go as usual. */
    clear?: boolean;
  };

export type ControlState = Required<WebhookSettings> & { faults: Fault[] };

export type SentEvent = Omit<Event, "body" | "position"> & { event: Stripe.Event };

export type Control = ReturnType<typeof openControl>;

type Under = { ledger: Store; faults: Faults; webhooks: Webhooks; desk: CallContext };

export function openControl({ ledger, faults, webhooks, desk }: Under) {
  function set({ clear, ...settings }: ControlSettings): void {
    if (clear) {
      faults.clear();
      Object.assign(webhooks.settings, usual);
    }
    faults.set(settings);
    for (const name of Object.keys(usual) as (keyof WebhookSettings)[]) {
      if (settings[name] !== undefined)
        Object.assign(webhooks.settings, { [name]: settings[name] });
    }
    webhooks.workOff();
  }
  return {
    control: set,
    state: (): ControlState => ({ ...webhooks.settings, faults: faults.present }),
    release: webhooks.release,
    /** What the banks of 4000 0000 0000 7726 and …5126 do in their own time. */
    finishRefunds(status: "succeeded" | "failed" = "succeeded"): number {
      const finished = ledger.atOnce(() => finishRefunds(desk, status));
      webhooks.workOff();
      return finished;
    },
    /** All that was ever told or is to be, oldest first. */
    events: (): SentEvent[] =>
      readEvents(ledger).map(({ body, position: _, ...event }) => ({
        ...event,
        event: JSON.parse(body),
      })),
    /** The newest of each kind. */
    intents: (limit = 100) => ledger.list("payment_intent", { limit }).data,
    charges: (limit = 100) => ledger.list("charge", { limit }).data,
    refunds: (limit = 100) => ledger.list("refund", { limit }).data,
  };
}

const usual: Required<WebhookSettings> = {
  webhooks: "deliver",
  duplicate: 0,
  shuffle: false,
  delayMs: 0,
};

export function serveControl(control: Control) {
  const answers: Record<string, (body: unknown) => unknown> = {
    "GET /control/state": () => control.state(),
    "GET /control/events": () => control.events(),
    "GET /control/ledger": () => ({
      intents: control.intents(),
      charges: control.charges(),
      refunds: control.refunds(),
    }),
    "POST /control": (body) => {
      control.control(body as ControlSettings);
      return control.state();
    },
    "POST /control/finish-refunds": (body) => {
      const { fail = false } = body as { fail?: boolean };
      return { finished: control.finishRefunds(fail ? "failed" : "succeeded") };
    },
    "POST /control/release": async (body) => ({
      released: await control.release(body as { ids?: string[]; shuffled?: boolean }),
    }),
  };

  return async (request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> => {
    if (request.method === "GET" && url.pathname === "/control") {
      response.writeHead(200, {
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": controlPolicy,
        "cache-control": "no-store",
      });
      response.end(controlPage(control));
      return;
    }
    const answer = answers[`${request.method} ${url.pathname}`];
    try {
      if (!answer) throw invalidRequest("There is no such control.", {}, 404);
      send(response, 200, await answer(await bodyOf(request)));
    } catch (error) {
      const known = error instanceof ApiError ? error : invalidRequest(String(error));
      send(response, known.status, { error: known.body });
    }
  };
}

/** JSON only: another site's page cannot send that without asking, and is not answered when it asks. */
async function bodyOf(request: IncomingMessage): Promise<unknown> {
  if (request.method !== "POST") return undefined;
  if (!request.headers["content-type"]?.startsWith("application/json")) {
    throw invalidRequest("Send JSON, as application/json.", {}, 415);
  }
  const text = await readBody(request);
  const body: unknown = JSON.parse(text || "{}");
  if (typeof body === "object" && body !== null && !Array.isArray(body)) return body;
  throw invalidRequest("Send an object.");
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json", "cache-control": "no-store" });
  response.end(JSON.stringify(body, null, 2));
}
