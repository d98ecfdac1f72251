// Row 7: the provider acts and its answer is lost: a 500, a broken connection, silence; when a payment
// is made, confirmed, asked about, called off, refunded. Whoever has paid is told that it is being
// confirmed, never to pay again; and in the end each charge is one paid order or one refund.
import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Order } from "#contract/orders.ts";
import type { ControlSettings } from "#emulators/card-provider/control.ts";
import { ProviderDown, ProviderRejected } from "#server/modules/payments/provider-types.ts";
import { expectWarning } from "#tests/fail-on-warnings.ts";
import {
  intentIdOf,
  openPayingShop,
  orderFirstPart,
  type PayingShop,
  runDueJobs,
} from "#tests/paying-shop.ts";
import { type SignedIn, signUp } from "#tests/people.ts";
import { eachOf } from "./ask.ts";
import { full, report } from "./drill.ts";
import { moneyFaults } from "./money.ts";
import { random, seed, some } from "./seed.ts";

const many = full ? 1_000 : 7;
/** Silence is waited for; here not for the ten seconds that it is in the shop. */
const patience = 250;

/** Known-bad variants, and less patience than the product's own. */
const known = vi.hoisted(() => ({ bad: "" }));
vi.mock(import("#server/modules/payments/provider.ts"), async (original) => {
  const { openProvider } = await original();
  return {
    openProvider: (env) => {
      const provider = openProvider(env, { timeoutMs: patience });
      if (!provider) return undefined;
      const { createIntent, findIntent } = provider;
      return {
        ...provider,
        createIntent: (wanted) =>
          known.bad === "no key that is kept"
            ? createIntent({ ...wanted, paymentId: crypto.randomUUID() })
            : createIntent(wanted),
        findIntent: (id) =>
          findIntent(id).catch((error) => {
            const isBad = known.bad === "silence is a no" && error instanceof ProviderDown;
            throw isBad ? new ProviderRejected("No answer", "none") : error;
          }),
      };
    },
  };
});
beforeEach(() => {
  known.bad = "";
});

const ways = ["failAfterActing", "failForGood", "reset", "hang", "failBefore", "tooMany"] as const;
const steps = {
  make: "POST /v1/payment_intents$",
  ask: "GET /v1/payment_intents/",
  confirm: "confirm$",
  stop: "cancel$",
  refund: "POST /v1/refunds",
};

/** Where it is to be shown that a fault would be found, it must happen. */
const losing: Record<string, keyof typeof steps> = {
  "silence is a no": "ask",
  "no key that is kept": "make",
};

/** The next one or two answers of some step are lost: once is asked again at once, twice is not. */
function loseSome({ cards }: PayingShop): void {
  const step = losing[known.bad];
  if (step) cards.faults({ reset: 1_000, path: steps[step] });
  const chosen = step ? [] : some(Object.values(steps), 1 + Math.floor(random() * 2));
  for (const path of chosen) {
    const [way = "reset"] = some(ways, 1);
    const settings: ControlSettings = { [way]: 1 + Math.floor(random() * 2), path };
    cards.faults(settings);
  }
}

type Story = { shop: PayingShop; buyer: SignedIn; ordered: Order; said: string[] };

/** As the page does it: try again when told so, and never after the card was confirmed. */
async function secretOf({ buyer, ordered, said }: Story): Promise<string | undefined> {
  const body = { order: ordered._id, price: ordered.totalPrice };
  for (let tries = 0; tries < 8; tries++) {
    const answer = await buyer.send("POST", "/api/create-payment-intent", body);
    if (answer.status === 200) return (answer.body as { clientSecret: string }).clientSecret;
    if (answer.status !== 503) said.push(`asked to pay: ${answer.status} ${messageIn(answer)}`);
  }
  return undefined;
}

const messageIn = ({ body }: { body: unknown }) =>
  (body as { error?: { message: string } }).error?.message ?? "";

/** The card's own way to the provider may break as well; the page asks how it went. */
async function confirm({ shop }: Story, secret: string): Promise<boolean> {
  const paying = shop.cards.pay(secret).catch(() => undefined);
  await Promise.race([paying, sleep(2 * patience)]);
  return shop.cards
    .intents(1_000_000)
    .some(({ id, status }) => id === intentIdOf(secret) && status === "succeeded");
}

async function tell({ buyer, ordered, said }: Story, secret: string, charged: boolean) {
  const body = { order: ordered._id, price: ordered.totalPrice, transactionId: intentIdOf(secret) };
  const answer = await buyer.send("PATCH", `/api/orders/${ordered._id}`, body);
  const right = answer.status === 200 || /need not pay again/.test(messageIn(answer));
  if (charged && !right) said.push(`charged, and told: ${answer.status} ${messageIn(answer)}`);
}

async function live(shop: PayingShop, buyer: SignedIn): Promise<string[]> {
  const ordered = await orderFirstPart(shop, buyer);
  const story: Story = { shop, buyer, ordered, said: [] };
  if (random() < 0.8) loseSome(shop);
  const secret = await secretOf(story);
  if (!secret) return story.said;
  if (random() < 0.8) loseSome(shop);
  const leaves = random() < 0.15;
  if (leaves) await buyer.send("DELETE", `/api/orders/${ordered._id}`);
  const charged = await confirm(story, secret);
  if (random() < 0.5) loseSome(shop);
  if (!leaves && random() < 0.8) await tell(story, secret, charged);
  if (!leaves && random() < 0.2) await buyer.send("DELETE", `/api/orders/${ordered._id}`);
  return story.said;
}

/** A book of their own for so many, because it is read from its beginning each time. */
const atOneShop = 100;

async function run(times: number): Promise<string[]> {
  expectWarning(/The card provider/);
  const faults: string[] = [];
  for (let left = times; left > 0; left -= atOneShop) {
    faults.push(...(await runAtOneShop(Math.min(left, atOneShop))));
  }
  return faults;
}

async function runAtOneShop(times: number): Promise<string[]> {
  const shop = await openPayingShop({ webhooks: "hold", letters: false });
  const buyers = await Promise.all(Array.from({ length: 12 }, () => signUp(shop)));
  const said = await eachOf(
    Array.from({ length: times }),
    (_, at) => live(shop, buyers[at % buyers.length] as SignedIn),
    12,
  );
  shop.cards.faults({ clear: true, webhooks: "hold" });
  // Two rounds: what is found paid in the first may want a refund in the second.
  await runDueJobs(shop);
  await runDueJobs(shop);
  const faults = [...said.flat(), ...(await moneyFaults(shop, 1_000_000)), ...twice(shop)];
  await shop.stop();
  await shop.cards.stop();
  return faults;
}

/** Payments of one order that could both be paid. */
function twice({ cards }: PayingShop): string[] {
  const open = new Map<string, number>();
  for (const { status, metadata } of cards.intents(1_000_000)) {
    const id = metadata.order ?? "";
    if (status !== "canceled") open.set(id, (open.get(id) ?? 0) + 1);
  }
  return [...open].flatMap(([id, count]) => (count > 1 ? [`${id} has ${count} payments`] : []));
}

describe("row 7: answers that are lost", () => {
  it("leave each charge as one paid order or one refund, and nobody is told to pay again", async () => {
    const faults = await run(many);
    report({
      row: 7,
      check: `answers lost in ${ways.length} ways at ${Object.keys(steps).length} steps`,
      target:
        "1,000 payments: each capture is one paid order or one refund; the buyer sees pending",
      figure: `${many} payments, ${faults.length} faults (seed ${seed})`,
      pass: faults.length === 0,
    });
    expect(faults, `seed ${seed}`).toEqual([]);
  }, 1_800_000);

  it.each([
    ["silence is a no", /^charged, and told: 409/],
    ["no key that is kept", /has \d payments$/],
  ])(
    "would be told from a shop to which %s",
    async (bad, fault) => {
      known.bad = bad;
      const faults = await run(12);
      expect(faults.some((one) => fault.test(one))).toBe(true);
    },
    300_000,
  );
});
