// Takes the messages to the shop: signed, again and again until it says that it has them.
import { createHmac } from "node:crypto";
import { type Cause, type Event, type EventType, readEvents, writeEvent } from "./events.ts";
import { now } from "./ids.ts";
import type { Store } from "./store.ts";

/** Seconds until the next try: quick at first, then as patient as the real one. */
const pauses = [1, 2, 5, 15, 60, 300, 900, 3_600];
const mostTries = 80;
const patience = 10_000;
const atOnce = 8;

export type WebhookSettings = {
  /** What happens with messages from now on. */
  webhooks?: "deliver" | "hold" | "drop";
  /** Each comes so many times more. */
  duplicate?: number;
  /** In any order. */
  shuffle?: boolean;
  delayMs?: number;
};

export type Webhooks = ReturnType<typeof openWebhooks>;

export function openWebhooks(ledger: Store, secret: string) {
  const settings: Required<WebhookSettings> = {
    webhooks: "deliver",
    duplicate: 0,
    shuffle: false,
    delayMs: 0,
  };
  const underWay = new Set<string>();
  const stopping = new AbortController();
  let url: string | undefined;
  let timer: NodeJS.Timeout | undefined;

  function tell(type: EventType, object: Parameters<typeof writeEvent>[2], cause: Cause): void {
    const state = ({ deliver: "wanted", hold: "held", drop: "dropped" } as const)[
      settings.webhooks
    ];
    writeEvent(ledger, type, object, cause, { state, at: Date.now() + settings.delayMs });
  }

  /** Delivers what is due, and sets the clock for what is due later. */
  function workOff(): void {
    clearTimeout(timer);
    if (url === undefined || stopping.signal.aborted) return;
    const due = dueEvents().filter(({ id }) => !underWay.has(id));
    for (const event of due.slice(0, atOnce - underWay.size)) void deliver(event).then(workOff);
    const next = ledger.db
      .prepare(
        "select min(next_try_at) as at from events where state = 'wanted' and next_try_at > ?",
      )
      .get(Date.now())?.at;
    if (typeof next !== "number") return;
    timer = setTimeout(workOff, Math.max(next - Date.now(), 0) + 1);
    timer.unref();
  }

  function dueEvents(): Event[] {
    const order = settings.shuffle ? "random()" : "position";
    return readEvents(
      ledger,
      `state = 'wanted' and next_try_at <= ? order by ${order} limit ${2 * atOnce}`,
      Date.now(),
    );
  }

  async function deliver(event: Event): Promise<void> {
    underWay.add(event.id);
    try {
      const copies = Array.from({ length: 1 + settings.duplicate }, () => post(event.body));
      const answers = await Promise.all(copies);
      if (!stopping.signal.aborted) note(event, answers.at(-1) ?? "");
    } finally {
      underWay.delete(event.id);
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
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(patience)]),
      });
      await response.body?.cancel();
      return String(response.status);
    } catch (error) {
      return error instanceof Error ? `${error.message} ${error.cause ?? ""}`.trim() : "no answer";
    }
  }

  function note({ id, tries }: Event, answer: string): void {
    const pause = pauses[Math.min(tries, pauses.length - 1)] ?? 0;
    const failed = tries + 1 < mostTries ? "wanted" : "given-up";
    const state = /^2\d\d$/.test(answer) ? "delivered" : failed;
    ledger.db
      .prepare(
        "update events set state = ?, tries = tries + 1, next_try_at = ?, last_answer = ? where id = ?",
      )
      .run(state, Date.now() + pause * 1_000, answer, id);
  }

  return {
    tell,
    workOff,
    settings,
    to(address: string): void {
      url = address;
      workOff();
    },
    /** One after the other: those that were held, or these, whatever became of them before. */
    async release({ ids, shuffled }: { ids?: string[]; shuffled?: boolean } = {}): Promise<number> {
      const held = readEvents(ledger, "state = 'held' order by position");
      const chosen = ids
        ? ids.flatMap((id) => readEvents(ledger, "id = ?", id))
        : shuffled
          ? shuffle(held)
          : held;
      for (const event of chosen) await deliver(event);
      workOff();
      return chosen.length;
    },
    stop(): void {
      stopping.abort();
      clearTimeout(timer);
    },
  };
}

function shuffle<Item>(items: Item[]): Item[] {
  for (let last = items.length - 1; last > 0; last--) {
    const other = Math.floor(Math.random() * (last + 1));
    [items[last], items[other]] = [items[other] as Item, items[last] as Item];
  }
  return items;
}
