// Delivers signed events to the shop and retries until it acknowledges them.
import { createHmac } from "node:crypto";
import { type Cause, type Event, type EventType, readEvents, writeEvent } from "./events.ts";
import { now } from "./ids.ts";
import type { Store } from "./store.ts";

const retryDelaySeconds = [1, 2, 5, 15, 60, 300, 900, 3_600];
const maxAttempts = 80;
const timeoutMs = 10_000;
const maxConcurrent = 8;

export type WebhookSettings = { webhooks?: "deliver" | "hold" };

export type Webhooks = ReturnType<typeof openWebhooks>;

export function openWebhooks(store: Store, secret: string) {
  const settings: Required<WebhookSettings> = { webhooks: "deliver" };
  const inProgress = new Set<string>();
  const stopping = new AbortController();
  let url: string | undefined;
  let timer: NodeJS.Timeout | undefined;

  function publish(type: EventType, object: Parameters<typeof writeEvent>[2], cause: Cause): void {
    writeEvent(store, type, object, cause, settings.webhooks === "hold" ? "held" : "wanted");
  }

  function deliverDue(): void {
    clearTimeout(timer);
    if (url === undefined || stopping.signal.aborted) return;
    const due = dueEvents().filter(({ id }) => !inProgress.has(id));
    for (const event of due.slice(0, maxConcurrent - inProgress.size))
      void deliver(event).then(deliverDue);
    const next = store.db
      .prepare(
        "select min(next_try_at) as at from events where state = 'wanted' and next_try_at > ?",
      )
      .get(Date.now())?.at;
    if (typeof next !== "number") return;
    timer = setTimeout(deliverDue, Math.max(next - Date.now(), 0) + 1);
    timer.unref();
  }

  function dueEvents(): Event[] {
    return readEvents(
      store,
      `state = 'wanted' and next_try_at <= ? order by position limit ${2 * maxConcurrent}`,
      Date.now(),
    );
  }

  async function deliver(event: Event): Promise<void> {
    inProgress.add(event.id);
    try {
      const answer = await post(event.body);
      if (!stopping.signal.aborted) note(event, answer);
    } finally {
      inProgress.delete(event.id);
    }
  }

  async function post(body: string): Promise<string> {
    const time = now();
    const signature = createHmac("sha256", secret).update(`${time}.${body}`).digest("hex");
    try {
      const response = await fetch(url ?? "", {
        method: "POST",
        headers: {
          "content-type": "application/json; charset=utf-8",
          "stripe-signature": `t=${time},v1=${signature}`,
          "user-agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
        },
        body,
        redirect: "manual",
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(timeoutMs)]),
      });
      await response.body?.cancel();
      return String(response.status);
    } catch (error) {
      return error instanceof Error ? `${error.message} ${error.cause ?? ""}`.trim() : "no answer";
    }
  }

  function note({ id, tries }: Event, answer: string): void {
    const delaySeconds = retryDelaySeconds[Math.min(tries, retryDelaySeconds.length - 1)] ?? 0;
    const failed = tries + 1 < maxAttempts ? "wanted" : "given-up";
    const state = /^2\d\d$/.test(answer) ? "delivered" : failed;
    store.db
      .prepare(
        "update events set state = ?, tries = tries + 1, next_try_at = ?, last_answer = ? where id = ?",
      )
      .run(state, Date.now() + delaySeconds * 1_000, answer, id);
  }

  return {
    publish,
    deliverDue,
    settings,
    setUrl(address: string): void {
      url = address;
      deliverDue();
    },
    /** Delivers held events, or those given, one after the other. */
    async release({ ids }: { ids?: string[] } = {}): Promise<number> {
      const chosen = ids
        ? ids.flatMap((id) => readEvents(store, "id = ?", id))
        : readEvents(store, "state = 'held' order by position");
      for (const event of chosen) await deliver(event);
      deliverDue();
      return chosen.length;
    },
    stop(): void {
      stopping.abort();
      clearTimeout(timer);
    },
  };
}
