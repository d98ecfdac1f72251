// Row 45: letters of identity while 10,000 others wait.
import { describe, expect, it } from "vitest";
import { type MailServer, startMailServer } from "#tests/mail-server.ts";
import { placeOrder } from "#tests/orders.ts";
import { openVisitor, signUp } from "#tests/people.ts";
import { addPart } from "./orders.ts";
import { control, full, report } from "./report.ts";
import { startShop } from "./start-shop.ts";
import { quantile } from "./statistics.ts";

const waiting = 10_000;
const asked = full ? 20 : 3;
const limitMs = 5_000;

/** Until the mail server has each letter; undefined where it took longer than twice the limit. */
async function measure(faults: readonly string[] = []) {
  const mail = await startMailServer();
  const shop = await startShop({
    faults,
    isUnchecked: faults.length > 0,
    env: { SMTP_URL: mail.url, MAIL_FROM: "letters@shop.example" },
  });
  const { query } = shop.database;
  const people = [];
  for (let at = 0; at < asked; at++) people.push(await signUp(shop));
  const [first] = people;
  if (!first) throw new Error("Nobody signed up");
  const { _id } = await placeOrder(first, await addPart(shop));
  const left = async () => {
    const [row] = await query<{ count: number }>(
      "select count(*)::int from jobs where kind = 'letter'",
    );
    return row?.count ?? 0;
  };
  await expect.poll(left, { timeout: 60_000 }).toBe(0);
  await query(
    `insert into jobs (id, kind, payload)
     select gen_random_uuid(), 'letter', jsonb_build_object('kind', 'order-placed',
       'email', 'person' || n || '@example.com', 'about', $1::text) from generate_series(1, $2) n`,
    [_id, waiting],
  );
  const times: (number | undefined)[] = [];
  for (const { email } of people) {
    const started = performance.now();
    await openVisitor(shop).send("POST", "/api/identity/forgotten", { email });
    const isThere = await waitFor(mail, email);
    times.push(isThere ? performance.now() - started : undefined);
  }
  return { times, left: await left() };
}

async function waitFor({ deliveries }: MailServer, email: string): Promise<boolean> {
  const isThere = () =>
    deliveries.some(({ to, text }) => to.includes(email) && /^Subject: A new password/m.test(text));
  return expect
    .poll(isThere, { timeout: 2 * limitMs, interval: 20 })
    .toBe(true)
    .then(
      () => true,
      () => false,
    );
}

describe("row 45: 10,000 letters wait", { timeout: 900_000 }, () => {
  it("and a letter of identity leaves within five seconds", async () => {
    const { times, left } = await measure();
    const slowest = Math.max(...times.map((time) => time ?? Number.POSITIVE_INFINITY));
    report({
      check: "letters of identity while 10,000 others wait",
      target: "each leaves within 5 s",
      figure: `${asked} asked for, ${quantile(
        times.map((time) => time ?? Number.POSITIVE_INFINITY),
        0.5,
      ).toFixed(
        0,
      )} ms at the median, the slowest ${slowest.toFixed(0)} ms; ${left} others wait still`,
      faults: times.filter((time) => time === undefined),
      pass: slowest < limitMs,
    });
    expect(left).toBeGreaterThan(waiting / 10);
  });

  control("which it does not where letters are sent in turn", async () => {
    const { times } = await measure(["lettersInTurn"]);
    expect(times).toContain(undefined);
  });
});
