// Letters about orders. Each is written when it is sent, so it offers nothing that is no longer possible.

import { eq, getTableColumns } from "drizzle-orm";
import { moneyBack } from "#contract/rules/account-credit.ts";
import { describeProof } from "#contract/rules/fit-proof.ts";
import { formatCents } from "#contract/rules/money.ts";
import { nameGoods } from "#contract/rules/name-goods.ts";
import { confirming } from "#contract/rules/order-states.ts";
import { shortPartPath } from "#contract/rules/part-path.ts";
import type { Context } from "#server/context.ts";
import { fitProofs } from "#server/modules/fitment/tables.ts";
import { breakLinks, referenceFacts } from "#server/modules/letters/break-links.ts";
import { findOrdersOf } from "#server/modules/letters/find-orders-of.ts";
import { formatTime } from "#server/modules/letters/format-time.ts";
import type { LetterDraft, LetterWriter } from "#server/modules/letters/letter-writer.ts";
import type { Recipient } from "#server/modules/letters/mailbox-limit.ts";
import { makeOrderAddress } from "#server/modules/orders/order-links.ts";
import { orderLines, orders } from "#server/modules/orders/tables.ts";
import {
  describeRefunds,
  findRefundsOf,
  type RefundInLetter,
} from "#server/modules/refunds/describe-refunds.ts";
import type { Fact } from "#server/platform/mail/write-letter.ts";

type Order = typeof orders.$inferSelect;
type Line = typeof orderLines.$inferSelect & { fit: typeof fitProofs.$inferSelect | null };
type OrderInLetter = {
  to: Recipient;
  /** The order, or the refund that a letter is about. */
  about: string;
  order: Order;
  lines: Line[];
  refunds: RefundInLetter[];
  origin: string;
  shopName: string;
  timeZone: string;
  page: string;
};
type Contents = LetterDraft extends infer Draft ? Omit<Draft, "to" | "greeting"> : never;

const writers: Record<string, (input: OrderInLetter) => Contents | undefined> = {
  "order-placed": placed,
  "hold-ending": holdEnding,
  "order-paid": paid,
  "order-cancelled": cancelled,
  "order-refunded": refunded,
};

type Options = Pick<Context, "db" | "settings"> & { origin: string; shopName: string };

export function orderLetters({
  db,
  settings,
  origin,
  shopName,
}: Options): Record<string, LetterWriter> {
  const toWriter =
    (write: (input: OrderInLetter) => Contents | undefined): LetterWriter =>
    async (to, about) => {
      if (!about) return undefined;
      const orderId = (await findOrdersOf(db, [about])).get(about) ?? about;
      const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
      if (!order) return undefined;
      const found = await db
        .select({ line: getTableColumns(orderLines), fit: getTableColumns(fitProofs) })
        .from(orderLines)
        .leftJoin(fitProofs, eq(fitProofs.orderLineId, orderLines.id))
        .where(eq(orderLines.orderId, orderId))
        .orderBy(orderLines.position);
      const lines = found.map(({ line, fit }) => ({ ...line, fit }));
      const page = await makeOrderAddress(db, { origin, to }, order);
      const contents = write({
        to,
        about,
        order,
        lines,
        refunds: await findRefundsOf(db, orderId),
        origin,
        shopName,
        timeZone: (await settings()).company.timeZone,
        page,
      });
      if (!contents) return undefined;
      // Anyone can sign up with someone else's email, so an unverified one gets none of their words.
      const greeting = to.isVerified ? `Hello ${breakLinks(order.name)},` : "Hello,";
      return { ...contents, to: to.email, greeting } as LetterDraft;
    };
  return Object.fromEntries(
    Object.entries(writers).map(([kind, write]) => [kind, toWriter(write)]),
  );
}

function placed({ to, order, lines, origin, timeZone, page }: OrderInLetter): Contents {
  const isToPay = order.paymentState === "unpaid";
  return {
    kind: "order-placed",
    values: {
      order: nameGoods({ ...order, lines }),
      number: `${order.number}`,
      time: formatTime(order.createdAt, timeZone),
      next: nextStep(order),
      delete: isToPay && !order.placedBy ? howToDelete(to, origin) : "",
    },
    facts: [
      ...facts({ to, order, lines, origin, page }),
      ...promisedDays(order, timeZone),
      ...(to.isVerified ? address(order) : []),
    ],
    link: isToPay ? toPay({ to, origin, order, page }) : myOrder({ to, origin, page }),
  };
}

function nextStep(order: Order): string {
  if (order.paymentState === "unpaid") {
    const isCollection = order.delivery.kind === "collection";
    return `${reservation(order)} We ${isCollection ? "get them ready for you" : "send them"} as soon as the order is paid.`;
  }
  if (order.paymentState === "processing")
    return `${confirming} You can see the result on the page of your order.`;
  if (order.paymentState === "account")
    return `It is on your company's account. Please pay it by ${formatDay(order.dueOn)}; the invoice says how.`;
  return "You can see under My Order what has happened since then.";
}

const howToDelete = ({ isVerified }: Recipient, origin: string) =>
  isVerified
    ? "If you change your mind, you can cancel it on the page of your order."
    : `If you change your mind, delete it under My Order: ${origin}/dashboard/myOrder`;

function holdEnding(input: OrderInLetter): Contents | undefined {
  const { to, order, lines, origin, timeZone, page } = input;
  const { paymentState, holdUntil } = order;
  if (paymentState !== "unpaid") return undefined;
  if (!holdUntil || holdUntil <= new Date()) return undefined;
  return {
    kind: "hold-ending",
    values: {
      order: nameGoods({ ...order, lines }),
      number: `${order.number}`,
      time: formatTime(holdUntil, timeZone),
    },
    facts: facts({ to, order, lines, origin, page }),
    link: toPay({ to, origin, order, page }),
  };
}

const reservation = ({ holdUntil }: Order) =>
  holdUntil && holdUntil > new Date()
    ? "The parts are reserved for you."
    : "The parts are not reserved at the moment. Pay soon to be sure of them.";

function paid({ to, order, lines, origin, timeZone, page }: OrderInLetter): Contents {
  return {
    kind: "order-paid",
    values: {
      order: nameGoods({ ...order, lines }),
      number: `${order.number}`,
      // On account, the amount received is the total less credits; it may have come in several transfers.
      amount: `$${formatCents(order.totalCents - (order.dueOn ? order.refundedCents : 0))}`,
      time: order.paidAt && !order.dueOn ? `of ${formatTime(order.paidAt, timeZone)}` : "",
    },
    facts: [
      ...facts({ to, order, lines, origin, page }),
      ...promisedDays(order, timeZone),
      ...transaction(order),
    ],
    link: to.isVerified
      ? seeOrder(page)
      : { label: "See the payment", href: paymentPage(origin, order) },
  };
}

function cancelled(input: OrderInLetter): Contents {
  const { to, order, lines, refunds, origin, shopName, timeZone, page } = input;
  const when = order.closedAt ? ` on ${formatTime(order.closedAt, timeZone)}` : "";
  const isByOwner = order.closedBy !== null && order.closedBy === order.userId;
  return {
    kind: "order-cancelled",
    values: {
      order: nameGoods({ ...order, lines }),
      number: `${order.number}`,
      contact: `${origin}/contact`,
      by: isByOwner
        ? `you cancelled this order${when}.`
        : `this order was cancelled by ${shopName}${when}.`,
      money:
        order.transactionId || refunds.length > 0
          ? `${order.dueOn ? "It" : "What you paid"} ${moneyBack(order)}`
          : "There is nothing left to pay.",
    },
    facts: [...facts({ to, order, lines, origin, page }), ...transaction(order)],
    link: myOrder({ to, origin, page }),
  };
}

function refunded(input: OrderInLetter) {
  const { to, about, order, lines, refunds, origin, timeZone, page } = input;
  const told = describeRefunds(refunds, about, timeZone);
  if (!told) return undefined;
  return {
    kind: "order-refunded",
    values: { order: nameGoods({ ...order, lines }), number: `${order.number}`, ...told },
    facts: [...facts({ to, order, lines, origin, page }), ...transaction(order)],
    link: myOrder({ to, origin, page }),
  } as const;
}

type Link = Pick<OrderInLetter, "to" | "origin" | "page">;

const seeOrder = (page: string) => ({ label: "See your order", href: page });

/** A verified recipient gets a link that needs no sign-in. Others have to sign in. */
const myOrder = ({ to, origin, page }: Link) =>
  to.isVerified
    ? seeOrder(page)
    : { label: "See your orders", href: `${origin}/dashboard/myOrder` };

const toPay = ({ to, origin, order, page }: Link & Pick<OrderInLetter, "order">) => ({
  label: "Pay this order",
  href: to.isVerified ? page : paymentPage(origin, order),
});

const paymentPage = (origin: string, { id }: Order) => `${origin}/dashboard/payment/${id}`;

type Facts = Pick<OrderInLetter, "to" | "order" | "lines" | "origin" | "page">;

function facts({ to, order, lines, origin, page }: Facts): Fact[] {
  const names: Fact[] = [
    ["Order number", `${order.number}`, page],
    ["Order", order.id],
    ...referenceFacts(to, order),
  ];
  if (lines.length > 1) {
    return [
      ...lines.flatMap((line): Fact[] => [
        [
          line.kind === "part" ? `${line.quantity} × ${line.name}` : line.name,
          `$${formatCents(line.dueCents)}`,
        ],
        ...fitOf(line),
      ]),
      ["Total", `$${formatCents(order.totalCents)}`],
      ...names,
    ];
  }
  return [
    ["Product", order.productName, `${origin}${shortPartPath(order.partId)}`],
    ["Quantity", String(order.quantity)],
    ["Per piece", `$${formatCents(order.priceCents)}`],
    ["Total", `$${formatCents(order.totalCents)}`],
    ...lines.flatMap(fitOf),
    ...names,
  ];
}

/** The reason is left out unless the part fits: other reasons may quote the customer. */
function fitOf({ fit }: Line): Fact[] {
  if (!fit) return [];
  const reason = fit.says === "yes" ? fit.reason : "";
  return [["Your car", describeProof({ ...fit, reason })]];
}

function address({ phone, address }: Order): [string, string][] {
  return [
    ["Phone", breakLinks(phone) || "–"],
    ["Address", breakLinks(address) || "–"],
  ];
}

const onPayment: Record<string, string> = {
  unpaid: "if it is paid before",
  processing: "if the payment is confirmed before",
};

/** Only before any parcel is sent. A payment after `orderBefore` moves the days. */
function promisedDays(order: Order, timeZone: string): Fact[] {
  const { delivery, paymentState, dueOn, fulfilmentState } = order;
  const { kind, name, from, until, orderBefore, whenOrdered } = delivery;
  if (!from || !until || !["none", "packed"].includes(fulfilmentState)) return [];
  const condition = orderBefore !== undefined && onPayment[paymentState];
  if (condition && orderBefore <= Date.now()) return [];
  const days = formatDays(from, until);
  const how = [
    ...(kind === "collection" || !name ? [] : [`by ${name}`]),
    ...(condition ? [`${condition} ${formatTime(new Date(orderBefore), timeZone)}`] : []),
  ];
  const begin = dueOn ? "from when it went on account" : "from the payment";
  return [
    [kind === "collection" ? "Ready" : "Arrives", [days, ...how].join(" ")],
    ...(whenOrdered
      ? [
          [
            "Said when you ordered",
            `${formatDays(whenOrdered.from, whenOrdered.until)}. The days are counted ${begin}`,
          ] as const,
        ]
      : []),
  ];
}

function transaction({ transactionId, dueOn }: Order): [string, string][] {
  return transactionId && !dueOn ? [["Transaction", transactionId]] : [];
}

const dayFormat = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

const formatDay = (day: string | null) => (day ? dayFormat.format(new Date(day)) : "");

const formatDays = (from: string, until: string) =>
  from === until ? formatDay(from) : `${formatDay(from)} to ${formatDay(until)}`;
