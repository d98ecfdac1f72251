// What people hear of their orders by mail: true, readable as text and as HTML, and never more
// than what they did.

import { describe, expect, it } from "vitest";
import type { VehiclePage } from "#contract/fitment.ts";
import type { Order } from "#contract/orders.ts";
import { addOrderLetter } from "#server/modules/letters/queue-letter.ts";
import { findWaitingLetters, holdLetters, releaseLetters } from "#tests/builders/letter.ts";
import { changeDelivery, changeOrder } from "#tests/builders/order.ts";
import { addRefund, findPaymentId } from "#tests/builders/payment.ts";
import { timeAgo, timeFromNow } from "#tests/builders/time.ts";
import { addArden, anApplication, anArden } from "#tests/builders/vehicle.ts";
import { findAccessibilityFaults } from "#tests/find-accessibility-faults.ts";
import { type Delivery, type MailServer, startMailServer } from "#tests/mail-server.ts";
import { openPage } from "#tests/open-page.ts";
import type { OpenShop } from "#tests/open-shop.ts";
import { aStockedPart, placeOrder } from "#tests/orders.ts";
import { openPayingShop, orderAndPay, runDueJobs } from "#tests/paying-shop.ts";
import { type SignedIn, signUp, signUpAdmin, verifyEmail } from "#tests/people.ts";

async function open(given: Record<string, string> = {}) {
  const mail = await startMailServer();
  const env = { SMTP_URL: mail.url, MAIL_FROM: "letters@shop.example", ...given };
  const shop = await openPayingShop({ env });
  const vera = await signUp(shop);
  await verifyEmail(shop, vera);
  return { shop, mail, vera };
}

type Read = { to: string; subject: string; text: string; html: string };

function read({ to, text: raw }: Delivery): Read {
  const [head = "", ...rest] = raw.split("\n\n");
  const boundary = /boundary="([^"]+)"/.exec(head)?.[1] ?? "";
  const parts = rest.join("\n\n").split(`--${boundary}`);
  const part = (type: string) => {
    const found = parts.find((each) => each.includes(`Content-Type: text/${type}; charset=utf-8`));
    return fromQuotedPrintable(found?.slice(found.indexOf("\n\n") + 2) ?? "").trim();
  };
  const subject = /^Subject: (.*(?:\n .*)*)/m.exec(head)?.[1] ?? "";
  return { to: to.join(), subject: fromWords(subject), text: part("plain"), html: part("html") };
}

function fromQuotedPrintable(text: string): string {
  const bytes = text
    .replaceAll("=\n", "")
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}

/** Letters beyond ASCII in a header. */
function fromWords(header: string): string {
  return header
    .replace(/\?=\s+=\?/g, "?==?")
    .replace(/=\?UTF-8\?(Q|B)\?([^?]*)\?=/gi, (_, how, text) =>
      how.toUpperCase() === "B"
        ? Buffer.from(text, "base64").toString("utf8")
        : fromQuotedPrintable(text.replaceAll("_", " ")),
    );
}

/** Waits until all letters are sent. */
async function sent(open: OpenShop, mail: MailServer): Promise<Read[]> {
  await releaseLetters(open);
  await expect.poll(() => findWaitingLetters(open.shop.db)).toEqual([]);
  return mail.deliveries.map(read).filter(({ subject }) => !subject.startsWith("Verify"));
}

const remove = ({ send }: SignedIn, { _id }: Order) => send("DELETE", `/api/orders/${_id}`);

describe("letters of orders", () => {
  it("report a placed order once, and how to pay it", async () => {
    const { shop, mail, vera } = await open();
    const part = await aStockedPart(shop, { name: "Ölfilter, groß", priceCents: 1_999 });
    const order = await placeOrder(vera, part, { quantity: 7 });
    const letters = await sent(shop, mail);
    expect(letters).toHaveLength(1);
    const [{ to, subject, text, html }] = letters as [Read];
    expect(to).toBe(vera.email);
    expect(subject).toBe("Your order: 7 × Ölfilter, groß");
    const pay = /Pay this order:\n\n(\S+)/.exec(text)?.[1] ?? "";
    // Who has no password needs none.
    expect(pay).toMatch(/\/order#token=[\w-]{43}$/);
    for (const says of [
      "Hello Vera Lind,",
      /thank you for your order of \d+ \w+ \d{4}( at|,) \d\d:\d\d UTC/,
      `Product: Ölfilter, groß – ${shop.shop.origin}/part/${part.id}`,
      "Quantity: 7",
      "Per piece: $19.99",
      "Total: $139.93",
      `Order: ${order._id}`,
      "Address: Verkstadsgatan 4, 117 36 Stockholm",
      "you can cancel it on the page of your order",
    ]) {
      if (typeof says === "string") expect(text).toContain(says);
      else expect(text).toMatch(says);
    }
    expect(html).toContain(`<a href="${pay}"`);
    expect(html).toContain(`<a href="${shop.shop.origin}/part/${part.id}"`);
    expect(html).toContain("<strong>$139.93</strong>");
    // Addresses are links, and read without their protocol.
    expect(html.replace(/<[^>]+>/g, " ")).not.toMatch(/https?:/);
    // No remote content, and no scripts.
    expect(html).not.toMatch(/<(img|script|link|style|iframe)|url\(|@import/i);
    expect(html.match(/https?:[^"<\s]+/g)?.every((url) => url.startsWith(shop.shop.origin))).toBe(
      true,
    );
  });

  it("say what was said of the fit for a car", async () => {
    const { shop, mail, vera } = await open();
    await addArden(shop.databaseUrl);
    const part = await aStockedPart(shop, { type: anArden.type });
    const admin = await signUpAdmin(shop);
    await admin.send("POST", `/api/parts/${part.id}/applications`, anApplication());
    const { body } = await shop.get("/api/vehicles/corvane/arden/2014");
    const car = { vehicle: (body as VehiclePage).id, known: [] };
    await placeOrder(vera, part, { car });
    const letters = await sent(shop, mail);
    const letter = letters.find(({ subject }) => subject.startsWith("Your order"));
    expect(letter?.text).toContain("Your car: Fits your 2014 Corvane Arden");
  });

  it("report the payment, the cancellation and the refund", async () => {
    const { shop, mail, vera } = await open();
    const order = await orderAndPay(shop, vera);
    await sent(shop, mail);
    await remove(vera, order);
    await runDueJobs(shop);
    const letters = await sent(shop, mail);
    expect(letters).toHaveLength(4);
    // Several are sent at once.
    const [paid, cancelled, refunded] = ["Paid", "Cancelled", "Refunded"].map((begin) =>
      letters.find(({ subject }) => subject.startsWith(`${begin}:`)),
    ) as [Read, Read, Read];
    expect(paid.text).toMatch(/your payment of \$91\.00 of \d.* UTC has arrived/);
    expect(paid.text).toContain(`Transaction: ${order.transactionId}`);
    expect(cancelled.text).toMatch(/you cancelled this order on \d.* UTC\./);
    expect(cancelled.text).toContain("What you paid goes back to your card.");
    expect(refunded.text).toMatch(/\$91\.00 was sent back to your card on \d.* UTC\./);
    for (const { text, html } of letters) {
      expect(text + html).not.toMatch(/\b(undefined|null|NaN|Invalid Date)\b/);
    }
  });

  it("say who cancelled, and offer nothing that is no longer possible", async () => {
    const { shop, mail, vera } = await open();
    const part = await aStockedPart(shop);
    await holdLetters(shop);
    const order = await placeOrder(vera, part);
    await remove(await signUpAdmin(shop), order);
    const letters = await sent(shop, mail);
    // Several are sent at once.
    const bySubject = (begin: string) =>
      letters.find(({ subject }) => subject.startsWith(begin)) as Read;
    const [placed, cancelled] = [bySubject("Your order"), bySubject("Cancelled")];
    expect(placed.text).toContain("You can see under My Order what has happened since then.");
    expect(placed.text + placed.html).not.toContain("/dashboard/payment/");
    expect(cancelled.text).toMatch(/this order was cancelled by Partwright on /);
    expect(cancelled.text).toContain("There is nothing left to pay.");
  });

  it("tell times in the time zone of the shop", async () => {
    const { shop, mail, vera } = await open({ TIME_ZONE: "Asia/Dhaka" });
    await holdLetters(shop);
    const order = await placeOrder(vera, await aStockedPart(shop));
    const createdAt = new Date("2026-11-28T23:30:00Z");
    await changeOrder(shop.shop.db, order, { createdAt });
    const [placed] = await sent(shop, mail);
    expect(placed?.text).toContain("your order of 29 November 2026 at 05:30 GMT+6");
  });

  it("say whether the parts are reserved", async () => {
    const { shop, mail, vera } = await open();
    const part = await aStockedPart(shop);
    await placeOrder(vera, part);
    const [held] = await sent(shop, mail);
    expect(held?.text).toContain("The parts are reserved for you.");
    await holdLetters(shop);
    const second = await placeOrder(vera, part, { quantity: 3 });
    await changeOrder(shop.shop.db, second, { holdUntil: null });
    const [, free] = await sent(shop, mail);
    expect(free?.text).toContain("The parts are not reserved at the moment");
  });

  it("offer neither to pay nor to cancel while the bank confirms the payment", async () => {
    const { shop, mail, vera } = await open();
    await holdLetters(shop);
    const order = await placeOrder(vera, await aStockedPart(shop));
    await changeOrder(shop.shop.db, order, { paymentState: "processing" });
    const days = { from: "2027-03-02", until: "2027-03-04" };
    const orderBefore = timeFromNow({ hours: 1 }).getTime();
    await changeDelivery(shop.shop.db, order, { ...days, orderBefore });
    const [placed] = await sent(shop, mail);
    expect(placed?.text).toContain("is being confirmed. Please do not pay again.");
    expect(placed?.text).toContain("See your order:");
    expect(placed?.text).toContain("to 4 March 2027 if the payment is confirmed before ");
    expect(placed?.text).not.toMatch(/Pay this order|you can cancel|it is paid before/);
  });

  it("are true when they are sent late", async () => {
    const { shop, mail, vera } = await open();
    await holdLetters(shop);
    const order = await orderAndPay(shop, vera);
    await remove(vera, order);
    await runDueJobs(shop);
    const letters = await sent(shop, mail);
    const textOf = (begin: string) =>
      letters.find(({ subject }) => subject.startsWith(begin))?.text ?? "";
    expect(letters).toHaveLength(4);
    expect(textOf("Your order")).toContain("what has happened since then");
    expect(textOf("Your order")).not.toContain("Pay this order");
    expect(textOf("Paid")).toMatch(/your payment of \$91\.00 of \d.* UTC has arrived/);
    expect(textOf("Cancelled")).toContain("What you paid goes back to your card.");
    expect(textOf("Refunded")).toMatch(/\$91\.00 was sent back to your card on \d.* UTC\./);
  });

  it("tell the sum that went back, not the total of the order", async () => {
    const { shop, mail, vera } = await open();
    await holdLetters(shop);
    const order = await orderAndPay(shop, vera);
    const { _id } = order;
    await addRefund(shop.shop.db, order, {
      amountCents: 1_234,
      reason: "mismatch",
      status: "succeeded",
      doneAt: new Date(),
      paymentId: await findPaymentId(shop.shop.db, order),
    });
    await addOrderLetter(shop.shop.db, "order-refunded", { id: _id, email: vera.email });
    const [refunded] = (await sent(shop, mail)).filter(({ subject }) => subject.startsWith("Ref"));
    expect(refunded?.text).toMatch(/\$12\.34 was sent back to your card on \d.* UTC\./);
  });

  it("are about one refund each, and about all of them when an admin sends the letter again", async () => {
    const { shop, mail, vera } = await open();
    const admin = await signUpAdmin(shop);
    const order = await orderAndPay(shop, vera);
    await sent(shop, mail);
    const paymentId = await findPaymentId(shop.shop.db, order);
    const done = { paymentId, reason: "mismatch", doneAt: timeAgo({ days: 4 }) };
    await addRefund(shop.shop.db, order, { ...done, amountCents: 1_234, status: "succeeded" });
    await holdLetters(shop);
    const path = `/api/orders/${order._id}`;
    for (const amount of [10, 20]) {
      const refund = { reason: "goodwill", amount, note: "", key: crypto.randomUUID() };
      expect((await admin.send("POST", `${path}/refunds`, refund)).status).toBe(200);
    }
    const refundLetters = async () =>
      (await sent(shop, mail))
        .filter(({ subject }) => subject.startsWith("Refunded"))
        .map(({ text }) => text.replaceAll(/\d+ \w+ \d{4},? (at )?\d\d:\d\d UTC/g, "TODAY"));
    const told = (await refundLetters()).join();
    for (const says of [
      "$10.00 was sent back to your card on TODAY. With it, $22.34 of this order has been refunded.",
      "$20.00 was sent back to your card on TODAY. With it, $42.34 of this order has been refunded.",
    ])
      expect(told).toContain(says);
    expect(told).not.toContain("The payment did not match the order.");

    const sendAgain = async () => {
      const { status } = await admin.send("POST", `${path}/letters`, { kind: "order-refunded" });
      expect(status).toBe(200);
      return (await refundLetters()).at(-1);
    };
    const again = await sendAgain();
    expect(again).toContain("$42.34 was sent back to your card in 3 parts, the last on TODAY.");
    expect(again).toContain("The payment did not match the order.");
    const elsewhere = { status: "elsewhere", settledNote: "By bank transfer" } as const;
    await addRefund(shop.shop.db, order, { ...done, ...elsewhere, amountCents: 500 });
    expect(await sendAgain()).toContain(
      "$47.34 was refunded: $42.34 was sent back to your card in 3 parts, the last on TODAY, and " +
        "$5.00 was paid back to you on TODAY.",
    );
  });

  it("contain no words of an unverified person", async () => {
    const { shop, mail, vera } = await open();
    const evil = `<img src=x onerror=alert(1)>"'&\r\nBcc: eve@evil.example`;
    const part = await aStockedPart(shop, { name: "<b>Disc</b>" });
    await placeOrder(vera, part, {
      name: `Vera${evil}`,
      phone: evil,
      address: `Street\n\n${evil}`,
    });
    const [{ html, text }] = (await sent(shop, mail)) as [Read];
    expect(new Set(mail.deliveries.flatMap(({ to }) => to))).toEqual(new Set([vera.email]));
    expect(html).not.toMatch(/<img|<b>/);
    expect(html).toContain("&#60;b&#62;Disc&#60;/b&#62;");
    expect(text).toContain(
      "Address: Street, <img src=x onerror=alert(1)>\"'&, Bcc: eve@evil. example",
    );
    for (const delivery of mail.deliveries) {
      expect(delivery.text.split("\n\n")[0]).not.toMatch(/^bcc/im);
    }
  });

  it("contain no links from names and addresses", async () => {
    const { shop, mail, vera } = await open();
    await placeOrder(vera, await aStockedPart(shop), {
      name: "Dr. J.R. Lind www.evil.example",
      phone: "mailto:eve@evil.example",
      address: "https://evil.example:443/win, evil。example, St. Eriksgatan 4",
    });
    const [{ text }] = (await sent(shop, mail)) as [Read];
    expect(text).toContain("Hello Dr. J. R. Lind www. evil. example,");
    expect(text).toContain("Phone: mailto: eve@evil. example");
    expect(text).toContain(
      "Address: https: //evil. example: 443/win, evil。 example, St. Eriksgatan 4",
    );
  });

  it("pass the checks of accessibility, wide and narrow", async () => {
    const { shop, mail, vera } = await open();
    await placeOrder(vera, await aStockedPart(shop, { name: "W".repeat(200) }));
    const about = { id: crypto.randomUUID(), email: vera.email };
    for (const kind of ["order-paid", "order-unheard-of"])
      await addOrderLetter(shop.shop.db, kind, about);
    const letters = await sent(shop, mail);
    expect(letters).toHaveLength(1);
    const page = await openPage("about:blank", { viewport: { width: 320, height: 700 } });
    await page.setContent(letters[0]?.html ?? "");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await page.getByRole("link", { name: "Pay this order" }).waitFor();
    const faults = await findAccessibilityFaults(page);
    // A letter is no page: it has no landmarks, and its title is the subject.
    expect(faults.filter((fault) => !/^(region|landmark|page-has)/.test(fault))).toEqual([]);
  });
});
