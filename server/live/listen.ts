import postgres, { type Sql } from "postgres";
import type { Topic } from "#contract/call.ts";
import { type Changes, topics } from "./changes.ts";

const channel = "changes";
/** What stands before the person whose orders changed. */
export const ofOne = "orders:";
const pulseEvery = 1_000;
const patience = 2_000;

/**
 * Hears PostgreSQL's notifications of changes. A connection can die without a word, and the
 * driver gives up when listening again fails once; so each second a pulse must come back
 * through the very path on which changes come. If it does not, the connection is replaced.
 */
export function listenForChanges(url: string, changes: Changes): { close(): Promise<void> } {
  const me = crypto.randomUUID();
  let client: Sql | undefined;
  let closed = false;
  let wake = () => {};
  let pulseCame = () => {};

  function heard(payload: string) {
    if (isTopic(payload)) changes.tell([payload]);
    else if (payload.startsWith(ofOne)) changes.tellOwn(payload.slice(ofOne.length));
    else if (payload === me) pulseCame();
  }

  async function listenOnce() {
    client = postgres(url, {
      max: 1,
      connect_timeout: 5,
      connection: { application_name: "shop-changes" },
      fetch_types: false,
      onnotice: () => {},
    });
    // Also called when the driver has lost and renewed the connection by itself.
    await inTime(client.listen(channel, heard, () => changes.hear()));
    while (!closed) {
      const came = new Promise<void>((resolve) => {
        pulseCame = resolve;
      });
      await inTime(Promise.all([client.notify(channel, me), came]));
      await rest(pulseEvery);
    }
  }

  function rest(milliseconds: number) {
    return new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  const running = (async () => {
    while (!closed) {
      await listenOnce().catch(() => {});
      changes.lose();
      await client?.end({ timeout: 0 }).catch(() => {});
      if (!closed) await rest(200);
    }
  })();

  return {
    async close() {
      closed = true;
      wake();
      pulseCame();
      await client?.end({ timeout: 0 }).catch(() => {});
      await running;
    },
  };
}

async function inTime(work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("PostgreSQL did not answer in time")), patience);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}

function isTopic(value: string): value is Topic {
  return (topics as readonly string[]).includes(value);
}
