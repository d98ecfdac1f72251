import { describe, expect, it, onTestFinished } from "vitest";
import { startLog } from "#server/platform/telemetry/log/log.ts";
import { addJobs, removeJobs } from "#tests/builders/job.ts";
import { waitUntilLettersSent } from "#tests/builders/letter.ts";
import { type Delivery, startMailServer } from "#tests/mail-server.ts";
import { type OpenShop, openShop } from "#tests/open-shop.ts";
import { aStockedPart, placeOrder } from "#tests/orders.ts";
import { openVisitor, signUp } from "#tests/people.ts";

async function openShopWithMail() {
  const mail = await startMailServer();
  const env = { SMTP_URL: mail.url, MAIL_FROM: "letters@shop.example" };
  return { mail, shop: await openShop({ env }) };
}

const subjectOf = ({ text }: Delivery) => /^Subject: (.*)$/m.exec(text)?.[1] ?? "";

const requestReset = (shop: OpenShop, email: string) =>
  openVisitor(shop).send("POST", "/api/identity/forgotten", { email });

describe("an unverified mailbox", () => {
  it("gets few letters of a thousand sign-ups with plus signs, and its owner's still come", async () => {
    const mail = await startMailServer();
    const env = { SMTP_URL: mail.url, MAIL_FROM: "letters@shop.example", PROXIES: "127.0.0.1" };
    const shop = await openShop({ env });
    const signUpAs = (email: string, at: number) =>
      signUp(shop, { email, headers: { "x-forwarded-for": `10.${at >> 8}.${at & 255}.1` } });
    for (let at = 0; at < 1_000; at += 20) {
      const some = Array.from({ length: 20 }, (_, more) => at + more);
      await Promise.all(some.map((each) => signUpAs(`victim+${each}@example.com`, each)));
    }
    await waitUntilLettersSent(shop);
    expect(mail.deliveries.length).toBeGreaterThan(0);
    expect(mail.deliveries.length).toBeLessThanOrEqual(5);
    await signUpAs("victim@example.com", 1_000);
    await waitUntilLettersSent(shop);
    expect(mail.deliveries.at(-1)?.to).toEqual(["victim@example.com"]);
  });

  it("gets few order letters, without text of visitors, and the letters of its account", async () => {
    const { shop, mail } = await openShopWithMail();
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
    await waitUntilLettersSent(shop);
    const orders = mail.deliveries.filter((letter) => /Your.order/.test(subjectOf(letter)));
    expect(orders.length).toBeGreaterThan(0);
    expect(orders.length).toBeLessThanOrEqual(5);
    const dropped = lines.filter((line) => line.includes("Dropped a letter"));
    expect(orders.length + dropped.length).toBe(20);
    expect(dropped.join("")).not.toContain(vera.email);
    for (const { to, text } of mail.deliveries) {
      expect(to).toEqual(["victim@example.com"]);
      expect(text).not.toContain("evil");
    }
    await requestReset(shop, vera.email);
    await expect
      .poll(() => mail.deliveries.map(subjectOf))
      .toContain("A new password for Partwright");
  });
});

describe("an identity letter", () => {
  it("is sent while 10,000 others wait and the mail server hangs with those under way", async () => {
    const { shop, mail } = await openShopWithMail();
    const vera = await signUp(shop);
    await waitUntilLettersSent(shop);
    const { _id } = await placeOrder(vera, await aStockedPart(shop));
    await waitUntilLettersSent(shop);
    mail.deliveries.length = 0;
    mail.mood = "holding";
    const { db, jobs } = shop.shop;
    const letterTo = (email: string) => ({ kind: "order-placed", email, about: _id });
    for (let thousand = 0; thousand < 10; thousand++) {
      const waiting = Array.from(
        { length: 1_000 },
        (_, at) => `person${thousand}.${at}@example.com`,
      );
      await addJobs(
        db,
        waiting.map((email) => ({ kind: "letter", payload: letterTo(email) })),
      );
    }
    jobs.wake();
    await expect.poll(() => mail.deliveries.length).toBe(4);
    await requestReset(shop, vera.email);
    await expect
      .poll(() => mail.deliveries.map(subjectOf))
      .toContain("A new password for Partwright");
    // The four before it were under way.
    expect(mail.deliveries.map(subjectOf).indexOf("A new password for Partwright")).toBe(4);
    expect(mail.deliveries).toHaveLength(5);
    await removeJobs(db, "letter");
    mail.letGo();
  });
});
