// What tests and people at this machine can see and disturb: records and faults.
import type Stripe from "stripe";
import type { CallContext } from "./api-call.ts";
import { type Event, readEvents } from "./events.ts";
import type { Fault, FaultSettings, Faults } from "./faults.ts";
import { finishRefunds } from "./refunds.ts";
import type { Store } from "./store.ts";
import type { WebhookSettings, Webhooks } from "./webhooks.ts";

export type ControlSettings = FaultSettings &
  WebhookSettings & {
    /** Ends all faults first, and delivers events. */
    clear?: boolean;
  };

export type ControlState = Required<WebhookSettings> & { faults: Fault[] };

export type SentEvent = Omit<Event, "body" | "position"> & { event: Stripe.Event };

export type Control = ReturnType<typeof openControl>;

type Parts = { store: Store; faults: Faults; webhooks: Webhooks; context: CallContext };

export function openControl({ store, faults, webhooks, context }: Parts) {
  function set({ clear, webhooks: mode, ...settings }: ControlSettings): void {
    if (clear) {
      faults.clear();
      webhooks.settings.webhooks = "deliver";
    }
    faults.set(settings);
    if (mode) webhooks.settings.webhooks = mode;
    webhooks.deliverDue();
  }
  return {
    control: set,
    state: (): ControlState => ({ ...webhooks.settings, faults: faults.present }),
    release: webhooks.release,
    /** Finishes the refunds of 4000 0000 0000 7726 and …5126. */
    finishRefunds(status: "succeeded" | "failed" = "succeeded"): number {
      const finished = store.inTransaction(() => finishRefunds(context, status));
      webhooks.deliverDue();
      return finished;
    },
    events: (): SentEvent[] =>
      readEvents(store).map(({ body, position: _, ...event }) => ({
        ...event,
        event: JSON.parse(body),
      })),
    intents: (limit = 100) => store.list("payment_intent", { limit }).data,
    charges: (limit = 100) => store.list("charge", { limit }).data,
    refunds: (limit = 100) => store.list("refund", { limit }).data,
  };
}
