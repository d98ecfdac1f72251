// Known faults of rows 17 to 40.
import type { Fault } from "./plant-fault.ts";

const replace = (file: string, text: string, replacement: string): Fault => ({
  ...{ file: `server/${file}`, text, replacement },
});
const identity = "modules/identity/";
const telemetry = "platform/telemetry/";
const createHash = 'createHash("sha256").update(token)';

export const operationFaults = {
  /** Searched words are a pattern, */
  searchByPattern: [
    replace("modules/catalog/store.ts", "const matches = and(", "new RegExp(q ?? '');\n$&"),
  ],
  /** or part of the statement. */
  searchBySql: [
    replace(
      "modules/catalog/store.ts",
      "const matches = and(",
      `if (q) {
        const { sql } = await import("drizzle-orm");
        const query = "select id from parts where name ilike '%" + q + "%'";
        const ids = (await db.execute(sql.raw(query))).rows.map(({ id }) => id);
        return (await listParts(db, {})).filter(({ _id }) => ids.includes(_id));
      }
      $&`,
    ),
  ],
  acceptAnyImageName: [
    replace("modules/media/image-store.ts", "(320|640|960)\\.webp$/.test(file)", "$& || true"),
    replace("modules/media/image-store.ts", "isImageFolderName(name) &&", "true || $&"),
  ],
  fetchPartPictures: [
    replace("modules/catalog/add-part-once.ts", "const isNew =", "await fetch(part.img);\n$&"),
  ],
  /** Whatever is not sent as a form is trusted, */
  refuseFormsOnly: [
    replace(
      "platform/http/require-same-origin.ts",
      "const isOurs =",
      `if (!/^(text\\/plain|multipart\\/|application\\/x-www-form-urlencoded)/
        .test(request.headers["content-type"] ?? "")) return;
      $&`,
    ),
  ],
  /** or whatever does not say where it comes from. */
  acceptMissingOrigin: [
    replace(
      "platform/http/require-same-origin.ts",
      "const isOurs =",
      "if (request.headers.origin === undefined) return;\n$&",
    ),
  ],
  storePlainTokens: [
    replace(`${identity}tokens.ts`, `${createHash}.digest()`, "Buffer.from(token)"),
  ],
  hashTokenPrefix: [
    replace(`${identity}tokens.ts`, createHash, 'createHash("sha256").update(token.slice(0, 40))'),
  ],
  rememberSessions: [
    replace(
      `${identity}identify.ts`,
      "await find(context.db, token)",
      `await (async () => {
        const remembered = ((globalThis as any).remembered ??= new Map());
        if (!remembered.has(token)) remembered.set(token, await find(context.db, token));
        return remembered.get(token);
      })()`,
    ),
  ],
  /** No fault: it counts what is hashed. */
  logHashedPasswords: [
    replace(
      `${identity}hash-in-thread.ts`,
      "thread.postMessage(work)",
      'console.log("Hashing " + work.message);\n$&',
    ),
  ],
  ignoreAccountLimits: [
    replace(
      "platform/rate-limits/consume-limit.ts",
      "const time = sql",
      'if (key.includes(" on ")) return true;\n$&',
    ),
  ],
  skipHashOfUnknown: [
    replace(
      `${identity}passwords.ts`,
      "const [, , , parameters",
      "if (hash === null) return false;\n$&",
    ),
  ],
  redactNothing: [
    replace(
      `${telemetry}log/redact.ts`,
      "const redacted = JSON.parse(",
      "if (line) return line;\n$&",
    ),
    replace(
      `${telemetry}log/request-log.ts`,
      "const { method, routeOptions } = request;",
      `request.log.info(
        { asked: { sent: request.headers, json: JSON.stringify(request.body) } }, request.url);
      $&`,
    ),
    replace(
      `${telemetry}metrics/measure-requests.ts`,
      "const call = routeOptions.url ?",
      "const call = reply.request.url ? decodeURIComponent(reply.request.url) : routeOptions.url ?",
    ),
    replace(`${telemetry}traces/safe-exporter.ts`, "spans.map(toSafeSpan)", "spans"),
  ],
  /** It is said that an order is stored while its transaction is still open. */
  answerBeforeCommit: [
    replace(
      "modules/orders/place-order.ts",
      "await storeByKey(db, input).catch(",
      `await new Promise((resolve, reject) => {
        inTransaction(db, async (tx) => {
          const stored = await storeOrRefuse(tx, input, await lockAndRead(tx, input));
          resolve(stored);
          await new Promise((done) => setTimeout(done, 300));
        }).catch(reject);
      }).catch(`,
    ),
  ],
  noQueryTimeout: [
    replace("platform/database/timeouts.ts", "requestQueryMs: 4_800", "requestQueryMs: 3_600_000"),
    replace(
      "platform/database/timeouts.ts",
      "requestDeadlineMs: 9_600",
      "requestDeadlineMs: 3_600_000",
    ),
  ],
  acknowledgeAnyOrder: [
    replace(
      "modules/orders/handlers.ts",
      "await placeOrder(context, caller, body)",
      `await placeOrder(context, caller, body).then(
        (stored) => ((globalThis as any).stored = stored),
        () => (globalThis as any).stored,
      )`,
    ),
  ],
  acknowledgeAnyPicture: [
    replace("modules/media/image-store.ts", "if (!isNameTaken(error))", "if (false)"),
  ],
  recordLetterFirst: [
    replace(
      "modules/letters/send-letter.ts",
      "if (letter) await sendMail(",
      `const { sql } = await import("drizzle-orm");
      await db.execute(sql\`delete from jobs where id = \${job.id}\`);
      $&`,
    ),
  ],
  orderWaitsForLetter: [
    replace(
      "modules/orders/handlers.ts",
      "context.jobs.wake();",
      `$&
      const { sql } = await import("drizzle-orm");
      for (let waits = 0; waits < 80; waits++) {
        if ((await context.db.execute(sql\`select from jobs where kind = 'letter' limit 1\`)).rowCount === 0) break;
        await new Promise((done) => setTimeout(done, 100));
      }`,
    ),
  ],
  waitBeforePayments: [
    replace(
      "operations/backup/write-backup.ts",
      "const rows = await exportTable(",
      `if (table.name === "payments") {
        console.log("Waiting before payments");
        const { existsSync } = await import("node:fs");
        while (!existsSync(process.env.GO_ON ?? "")) await new Promise((done) => setTimeout(done, 50));
      }
      $&`,
    ),
  ],
  readCommittedBackup: [
    replace("operations/backup/write-backup.ts", '"repeatable read"', '"read committed"'),
  ],
  /** Each second a tenth of what it held when it was ready, and a rejection after five. */
  leakAndReject: [
    replace(
      "print-banner.ts",
      "console.log(`Ready: ",
      `const kept: Buffer[] = [];
      const perMs = process.memoryUsage.rss() / 10_000;
      let leaked = performance.now();
      setInterval(() => {
        const now = performance.now();
        kept.push(Buffer.alloc(Math.round(perMs * (now - leaked)), 1));
        leaked = now;
      }, 100).unref();
      setTimeout(() => void Promise.reject(new Error("Not handled")), 5_000).unref();
      $&`,
    ),
  ],
} satisfies Record<string, Fault[]>;
