// What one person causes takes no letters from others, and puts no words of theirs into a mailbox
// that is not known to be theirs.
import { sql } from "drizzle-orm";
import { describe, expect, it, onTestFinished } from "vitest";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { startLog } from "#server/platform/telemetry/log/log.ts";
import { type Delivery, startMailServer } from "#tests/mail-server.ts";
import { type OpenShop, openShop } from "#tests/open-shop.ts";
import { aStockedPart, placeOrder } from "#tests/orders.ts";
import { openVisitor, signUp } from "#tests/people.ts";

const soon = { timeout: 20_000 };

async function shopWithMail() {
  const mail = await startMailServer();
  const env = { SMTP_URL: mail.url, MAIL_FROM: "letters@shop.example" };
  return { mail, shop: await openShop({ env }) };
}

const subjectOf = ({ text }: Delivery) => /^Subject: (.*)$/m.exec(text)?.[1] ?? "";

async function allSent({ shop }: OpenShop) {
  await expect.poll(() => queryRows(shop.db, sql`select from letters`), soon).toHaveLength(0);
}

const forget = (shop: OpenShop, email: string) =>
  openVisitor(shop).send("POST", "/api/identity/forgotten", { email });

describe("an unverified mailbox", () => {
  it("gets few order letters, without text of visitors, and the letters of its account", async () => {
    const { shop, mail } = await shopWithMail();
    const lines: string[] = [];
    onTestFinished(
      startLog({ LOG: "json", LOG_LEVEL: "info", write: (line) => void lines.push(line) }),
    );
    const name = "You won: www.evil.example";
    const vera = await signUp(shop, { name, email: "victim@example.com" });
    const part = await aStockedPart(shop);
    for (let number = 0; number < 20; number++) {
      const words = { name, phone: "evil.example/call", address: `http://evil.example/${number}` };
      await placeOrder(vera, part, words);
    }
    await allSent(shop);
    const orders = mail.deliveries.filter((letter) => /Your.order/.test(subjectOf(letter)));
    expect(orders.length).toBeGreaterThan(0);
    expect(orders.length).toBeLessThanOrEqual(5);
    const leftOut = lines.filter((line) => line.includes("Dropped a letter"));
    expect(orders.length + leftOut.length).toBe(20);
    expect(leftOut.join("")).not.toContain(vera.email);
    for (const { to, text } of mail.deliveries) {
      expect(to).toEqual(["victim@example.com"]);
      expect(text).not.toContain("evil");
    }
    await forget(shop, vera.email);
    await expect
      .poll(() => mail.deliveries.map(subjectOf), soon)
      .toContain("A new password for Partwright");
  });
});

describe("an identity letter", () => {
  it("is sent before the waiting order letters", async () => {
    const { shop, mail } = await shopWithMail();
    const vera = await signUp(shop);
    await allSent(shop);
    const { _id } = await placeOrder(vera, await aStockedPart(shop));
    await allSent(shop);
    mail.deliveries.length = 0;
    mail.mood = "holding";
    const { db, letters } = shop.shop;
    await db.execute(sql`insert into letters (id, kind, email, about)
      select gen_random_uuid(), 'order-placed', 'person' || n || '@example.com', ${_id}::uuid
      from generate_series(1, 120) n`);
    letters.wake();
    await expect.poll(() => mail.deliveries.length, soon).toBeGreaterThan(0);
    await forget(shop, vera.email);
    mail.letGo();
    await allSent(shop);
    expect(mail.deliveries).toHaveLength(121);
    const place = mail.deliveries.findIndex((letter) => subjectOf(letter).startsWith("A new pass"));
    // Behind no more than those that were under way.
    expect(place).toBeLessThan(10);
  });
});
