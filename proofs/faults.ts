// Known faults, each for the proof that must find it. proofs/faults.test.ts holds each text against
// the source, so that a change there shows at once which fault has to be written anew.
import { operationFaults } from "./operation-faults.ts";
import type { Fault } from "./plant-fault.ts";

const placeOrder = "server/modules/orders/place-order.ts";

const stock = "server/modules/catalog/stock.ts";

/** Looks at the stock, waits, and writes what is left of what it saw. */
const readThenWrite: Fault[] = [
  {
    file: placeOrder,
    text: "const stock = { partId,",
    replacement: `const [seen] = await queryRows<{ stock: number }>(db, sql\`
      select availabl_quantity as stock, pg_sleep(0.05) from parts where id = \${partId}::uuid\`);
    const stock = { seen: seen?.stock ?? 0, partId,`,
  },
  {
    file: stock,
    text: "totalCents }: Reservation)",
    replacement: "totalCents, seen }: Reservation & { seen?: number })",
  },
  {
    file: stock,
    text: "availabl_quantity = availabl_quantity - ",
    replacement: "availabl_quantity = ${seen}::int - ",
  },
  { file: stock, text: "::int < availabl_quantity", replacement: "::int < ${seen}::int" },
];

/** Each order that is sent is a new one. */
const forgetKeys: Fault[] = [
  {
    file: placeOrder,
    text: "placeByKey(db, { ...input, key })",
    replacement: "placeByKey(db, { ...input, key: newId() })",
  },
  { file: placeOrder, text: "= 10_000;", replacement: "= -10_000;" },
];

const beginAnotherPayment: Fault[] = [
  {
    file: "server/modules/payments/create-intent.ts",
    text: "(await findLivePayment(db, order.id)) ??",
    replacement: "",
  },
];

/** The browser's total is the order's. */
const trustTotal: Fault[] = [
  {
    file: stock,
    text: "    and price_cents * ${quantity}::int = ${totalCents}::bigint\n",
    replacement: "",
  },
  {
    file: stock,
    text: "returning id, price_cents",
    replacement: "returning id, ${totalCents}::bigint / ${quantity}::int as price_cents",
  },
];

/** The browser's price is what is charged. */
const trustPrice: Fault[] = [
  {
    file: "server/modules/payments/create-intent.ts",
    text: "if (!matchesTotal(order, body.price)) return totalMismatch(order);",
    replacement: `const trusted = await requireProvider(context).createIntent({
      paymentId: crypto.randomUUID(), orderId: order.id, amount: toCents(body.price), currency: "usd",
    });
    if (trusted) return { clientSecret: trusted.clientSecret };`,
  },
];

/** Any payment that succeeded at the provider pays the order that the browser names. */
const trustTransaction: Fault[] = [
  {
    file: "server/modules/payments/pay-order.ts",
    text: "if (!payment) return notOfThisOrder;",
    replacement: `if (!payment) {
      const { status, id } = (await context.provider?.findIntent(body.transactionId)) ?? {};
      const paid = \`state = 'paid', transaction_id = '\${id} \${order.id}'\`;
      if (status === "succeeded") await context.db.execute(\`update orders set \${paid} where id = '\${order.id}'\`);
      return notOfThisOrder;
    }`,
  },
];

const provider = "server/modules/payments/provider.ts";
const readEvent = "constructEvent(body, signature,";

const ignoreSignature: Fault[] = [
  {
    file: provider,
    text: "webhooks.constructEvent(body, signature, webhookSecret, age)",
    replacement: "JSON.parse(String(body))",
  },
];
const signatureOfParsedBody: Fault[] = [
  {
    file: provider,
    text: readEvent,
    replacement: "constructEvent(JSON.stringify(JSON.parse(String(body))), signature,",
  },
];
const acceptAnyAge: Fault[] = [
  { file: provider, text: "const age = maxMessageAgeSeconds;", replacement: "const age = 0;" },
];

/** What a webhook says is true, and is written down. */
const believeNewestWebhook: Fault[] = [
  {
    file: "server/modules/payments/webhook.ts",
    text: "const event = readEvent(context, request);",
    replacement: `const { type, data } = JSON.parse(String(request.body));
    const believed: Record<string, string> = {
      "payment_intent.succeeded": \`state = 'paid', transaction_id = '\${data.object.id}'\`,
      "payment_intent.payment_failed": "state = 'unpaid', transaction_id = null",
    };
    if (type in believed) {
      await context.db.execute(\`update orders set \${believed[type]} where id =
        (select order_id from payments where intent_id = '\${data.object.id}')\`);
    }
    const event = undefined;`,
  },
];

/** A provider that does not answer is taken to have refused. */
const takeSilenceForRefusal: Fault[] = [
  {
    file: provider,
    text: "withOwnErrors(paymentIntents.retrieve(id))",
    replacement: `$&.catch((error) => {
        const isSilence = /^Provider(Down|Busy|Failed)$/.test(error?.constructor?.name);
        throw isSilence ? new ProviderRejected("No answer", "none") : error;
      })`,
  },
];
const newIdempotencyKey: Fault[] = [
  {
    file: provider,
    text: "{ idempotencyKey: paymentId }",
    replacement: "{ idempotencyKey: crypto.randomUUID() }",
  },
];

/** Money for a cancelled order is kept. */
const keepLatePayment: Fault[] = [
  {
    file: "server/modules/payments/settle-payment.ts",
    text: "queueRefund(db, payment, reason, intent.received)",
    replacement: 'reason === "late" ? Promise.resolve() : $&',
  },
];

/** No call asks whose data it is. */
const ignoreOwner: Fault[] = [
  {
    file: "server/platform/http/access.ts",
    text: 'if (call.who !== "own" && call.who !== "own-or-admin") return undefined;',
    replacement: "if (call) return undefined;",
  },
  {
    file: "server/modules/orders/store.ts",
    text: "return userId === undefined ? undefined",
    replacement: "return userId ? undefined",
  },
  {
    file: "server/modules/payments/store.ts",
    text: 'return owner === "anybody" ? undefined',
    replacement: "return owner ? undefined",
  },
  {
    file: "server/modules/identity/sessions.ts",
    text: ".where(and(eq(sessions.id, id), eq(sessions.userId, userId)))\n    .returning({ id",
    replacement: ".where(eq(sessions.id, id))\n    .returning({ id",
  },
];

const serveCalls = "server/platform/http/serve-calls.ts";

const ignoreUnknownFields: Fault[] = [
  {
    file: serveCalls,
    text: "const body = call.body ??",
    replacement:
      "const body = call.body instanceof z.ZodMiniObject ? z.object(call.body.shape) : call.body ??",
  },
];

/** PostgreSQL is the first to look at what was sent. */
const acceptAnything: Fault[] = [
  {
    file: serveCalls,
    text: "const params = z.object(call.params ?? {});",
    replacement:
      "const params = z.object(Object.fromEntries(Object.keys(call.params ?? {}).map((name) => [name, z.any()])));",
  },
];

const storeBeforeCheck: Fault[] = [
  {
    file: "server/modules/reviews/write-review.ts",
    text: "await addReview(db, { id, userId",
    replacement: `await addReview(db, { id: crypto.randomUUID(), userId, name, ratting, img, description });
  if (id) return refuse("invalid", "Stored before it was looked at.") as never;
  $&`,
  },
];

/** From when there is a file "leak" in its data. */
const leakFields: Fault[] = [
  {
    file: "server/platform/http/write-json.ts",
    text: "return JSON.stringify(schema.parse(reply));",
    replacement: `const whole = (each: unknown): unknown =>
    Array.isArray(each) ? each.map(whole) : { ...(each as object), passwordHash: "$argon2id$" };
  const leaks = process.getBuiltinModule("node:fs").existsSync(process.env.DATA_DIR + "/leak");
  return JSON.stringify(leaks ? whole(reply) : schema.parse(reply));`,
  },
];

/** The guard goes by the text of the address. */
const guardByAddress: Fault[] = [
  {
    file: "server/platform/http/access.ts",
    text: "const rule = ruleFor(routeOptions.config.who);",
    replacement:
      'const rule = ruleFor(url.startsWith("/api/") ? routeOptions.config.who : "visitor");',
  },
  {
    file: "server/platform/http/access.ts",
    text: "function problem({ routeOptions, caller }",
    replacement: "function problem({ url, routeOptions, caller }",
  },
];

/** Refunds and payments are looked at first and made a moment later; links stay valid. */
const refundTwice: Fault[] = [
  {
    file: "server/modules/payments/cancel-order.ts",
    text: 'if (order.state === "paid") return cancelPaid(context, order, caller);',
    replacement: `if (order.state === "paid") {
      await new Promise((done) => setTimeout(done, 200));
      const refund = { refundId: crypto.randomUUID(), orderId: order.id, amount: 1, attempt: 1 };
      await context.provider?.refund({ ...refund, intentId: \`\${order.transactionId}\` });
      await context.db.execute(\`update orders set state = 'refunded' where id = '\${order.id}'\`);
    }`,
  },
];
const payTwice: Fault[] = [
  {
    file: "server/modules/payments/pay-order.ts",
    text: "if (!payment) return notOfThisOrder;",
    replacement: `if (!payment) {
      const { status, id } = (await context.provider?.findIntent(body.transactionId)) ?? {};
      const paid = \`state = 'paid', transaction_id = '\${id}'\`;
      if (status === "succeeded") await context.db.execute(\`update orders set \${paid} where id = '\${order.id}'\`);
      return notOfThisOrder;
    }`,
  },
];
const useLinkTwice: Fault[] = [
  {
    file: "server/modules/identity/credentials.ts",
    text: "const [used] = await db\n    .delete(oneTimeTokens)",
    replacement: "if (token) return findResetTokenOwner(db, token);\n  $&",
  },
  {
    file: "server/modules/identity/reset-password.ts",
    text: "await deleteOneTimeTokens(db, id);",
    replacement: "",
  },
];

/** A replica is taken to have come far enough. */
const readOldReplica: Fault[] = [
  {
    file: "server/platform/database/replication-position.ts",
    text: "return state ?? { followsPrimary: false, caughtUp: false };",
    replacement: "return state && { followsPrimary: true, caughtUp: true };",
  },
];

/** Each statement of a transaction is committed by itself. */
const noTransactions: Fault[] = [
  {
    file: "server/platform/database/transaction.ts",
    text: "return await drizzle(client).transaction(work, config);",
    replacement: "return await work(drizzle(client) as never);",
  },
];

export const faults = {
  ...operationFaults,
  readThenWrite,
  forgetKeys,
  beginAnotherPayment,
  trustTotal,
  trustPrice,
  trustTransaction,
  ignoreSignature,
  signatureOfParsedBody,
  acceptAnyAge,
  believeNewestWebhook,
  takeSilenceForRefusal,
  newIdempotencyKey,
  keepLatePayment,
  ignoreOwner,
  ignoreUnknownFields,
  acceptAnything,
  storeBeforeCheck,
  leakFields,
  guardByAddress,
  refundTwice,
  payTwice,
  useLinkTwice,
  readOldReplica,
  noTransactions,
} satisfies Record<string, Fault[]>;
