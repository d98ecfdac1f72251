// What people hear of their orders by mail. A letter says what happened and when; it is made when
// it goes, so it offers nothing that is not possible any more.
import { eq } from "drizzle-orm";
import { formatCents } from "#contract/rules/money.ts";
import { breakLinks } from "#server/modules/letters/break-links.ts";
import type { LetterWriter } from "#server/modules/letters/letter-writer.ts";
import type { Recipient } from "#server/modules/letters/mailbox-limit.ts";
import { orders } from "#server/modules/orders/tables.ts";
import { type Letter, writeLetter } from "#server/platform/mail/write-letter.ts";
import type { PaymentsContext } from "./context.ts";
import { refunds } from "./tables.ts";

type Order = typeof orders.$inferSelect;
type Refund = typeof refunds.$inferSelect;
type About = { to: Recipient; order: Order; refunds: Refund[]; origin: string; shopName: string };

const kinds = {
  "order-placed": placed,
  "order-paid": paid,
  "order-cancelled": cancelled,
  "order-refunded": refunded,
};

type For = Pick<PaymentsContext, "db"> & { origin: () => string; shopName: string };

export function orderLetters({ db, origin, shopName }: For) {
  const kindOf =
    (write: (about: About) => Letter): LetterWriter =>
    async (to, about) => {
      if (!about) return undefined;
      const [order] = await db.select().from(orders).where(eq(orders.id, about));
      if (!order) return undefined;
      const back = await db.select().from(refunds).where(eq(refunds.orderId, about));
      return write({ to, order, refunds: back, origin: origin(), shopName });
    };
  return Object.fromEntries(Object.entries(kinds).map(([kind, write]) => [kind, kindOf(write)]));
}

function placed({ to, order, origin, shopName }: About): Letter {
  const isOpen = order.state === "unpaid";
  return writeLetter({
    to: to.email,
    shopName,
    subject: `Your order: ${inShort(order)}`,
    greeting: greeting(to, order),
    says: [
      `thank you for your order of ${inWords(order.createdAt)} at ${shopName}.`,
      isOpen
        ? "The parts are kept for you. They are sent when the order is paid."
        : "What has happened to it since then, you see under My Order.",
    ],
    facts: [...facts(order), ...(to.isVerified ? whereTo(order) : [])],
    link: isOpen ? { label: "Pay this order", href: paymentPage(origin, order) } : myOrder(origin),
    also: isOpen
      ? [`If you change your mind, delete it under My Order: ${origin}/dashboard/myOrder`]
      : [],
  });
}

function paid({ to, order, origin, shopName }: About): Letter {
  return writeLetter({
    to: to.email,
    shopName,
    subject: `Paid: ${inShort(order)}`,
    greeting: greeting(to, order),
    says: [
      `your payment of $${formatCents(order.totalCents)} ${order.paidAt ? `of ${inWords(order.paidAt)} ` : ""}has arrived. Thank you.`,
    ],
    facts: [...facts(order), ...transaction(order)],
    link: { label: "See the payment", href: paymentPage(origin, order) },
  });
}

function cancelled({ to, order, refunds: back, origin, shopName }: About): Letter {
  const when = order.closedAt ? ` on ${inWords(order.closedAt)}` : "";
  const byOwner = order.closedBy !== null && order.closedBy === order.userId;
  return writeLetter({
    to: to.email,
    shopName,
    subject: `Cancelled: ${inShort(order)}`,
    greeting: greeting(to, order),
    says: [
      byOwner
        ? `you cancelled this order${when}.`
        : `this order was cancelled by ${shopName}${when}.`,
      order.transactionId || back.length > 0
        ? `What you paid goes back to your card. ${patience}`
        : "There is nothing to pay for it any more.",
    ],
    facts: [...facts(order), ...transaction(order)],
    link: myOrder(origin),
    also: [`If that is not what you wanted, please tell us: ${origin}/contact`],
  });
}

function refunded({ to, order, refunds: back, origin, shopName }: About): Letter {
  const done = back.filter(({ state }) => state === "done");
  const sum = done.reduce((cents, { amountCents }) => cents + amountCents, 0);
  const amount = formatCents(sum || order.totalCents);
  const last = Math.max(...done.map(({ doneAt }) => doneAt?.getTime() ?? 0));
  return writeLetter({
    to: to.email,
    shopName,
    subject: `Refunded: ${inShort(order)}`,
    greeting: greeting(to, order),
    says: [
      `$${amount} ${last > 0 ? `was sent back to your card on ${inWords(new Date(last))}` : "is on its way back to your card"}. ${patience}`,
      ...new Set(done.flatMap(({ reason }) => why[reason] ?? [])),
    ],
    facts: [...facts(order), ...transaction(order)],
    link: myOrder(origin),
  });
}

/** Beyond that an order was cancelled after it was paid, which its own letter says. */
const why: Record<string, string> = {
  late: "The payment came after the order had been cancelled.",
  second: "The order had been paid already.",
  mismatch: "The payment was not the one that the order asked for.",
};

const patience = "Banks take up to ten days to show it.";

const myOrder = (origin: string) => ({
  label: "See your orders",
  href: `${origin}/dashboard/myOrder`,
});

const paymentPage = (origin: string, { id }: Order) => `${origin}/dashboard/payment/${id}`;

/** Anybody may have signed up with the e-mail: until it is verified, it gets no words of theirs. */
const greeting = ({ isVerified }: Recipient, { name }: Order) =>
  isVerified ? `Hello ${breakLinks(name)},` : "Hello,";

function inShort({ quantity, productName }: Order): string {
  return `${quantity} × ${productName}`;
}

function facts(order: Order): [string, string][] {
  return [
    ["Product", order.productName],
    ["Quantity", String(order.quantity)],
    ["Per piece", `$${formatCents(order.priceCents)}`],
    ["Total", `$${formatCents(order.totalCents)}`],
    ["Order", order.id],
  ];
}

function whereTo({ phone, address }: Order): [string, string][] {
  return [
    ["Phone", breakLinks(phone) || "–"],
    ["Address", breakLinks(address) || "–"],
  ];
}

function transaction({ transactionId }: Order): [string, string][] {
  return transactionId ? [["Transaction", transactionId]] : [];
}

const words = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "long",
  timeStyle: "short",
  timeZone: "UTC",
});

function inWords(time: Date): string {
  return `${words.format(time)} UTC`;
}
