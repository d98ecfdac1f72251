// Checks that tests make what they need by builders: only tests/builders, and the files below, contain
// SQL or write tables.
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { tablesWrittenIn } from "./check-tables.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** With the reason. A folder stands for its files. */
const allowed: Record<string, string> = {
  "server/platform/database/": "is about the database",
  "server/platform/events/delete-old-events.test.ts": "measures the statements of a deletion",
  "server/platform/events/outbox.test.ts": "has a table of its own for effects",
  "server/platform/audit/audit.test.ts": "attacks the log past the shop",
  "server/platform/telemetry/metrics/metrics.test.ts": "watches the pool of connections",
  "server/operations/cleanup/remove-pictures.test.ts": "adds a table with addresses of pictures",
  "server/operations/reconciliation/check-lock.test.ts": "is about locks of sessions",
  "server/modules/catalog/part-number-norm.test.ts": "compares functions of the database with ours",
  "server/modules/search/search-words.test.ts": "compares a function of the database with ours",
  "server/modules/catalog/parts.test.ts": "reads the plan of a search",
  "server/modules/identity/verify-email.test.ts": "carries over older data",
  "server/modules/orders/carry-over.test.ts": "carries over older data",
  "server/modules/refunds/carry-over.test.ts": "carries over older data",
  "tests/backup.test.ts": "compares restored tables",
  "tests/consume-outbox.ts": "has a table of its own for effects",
  "tests/embedded-postgres.ts": "is about the database",
  "tests/expect-stock-balanced.ts": "compares tables with one another",
  "tests/global-postgres.ts": "creates the database of all tests",
  "tests/hash-rows.ts": "compares all rows before and after",
  "tests/previous-release.ts": "writes as the previous release does",
  "tests/replicated-postgres.ts": "is about the database",
};

const statement =
  /sql(<[^`]*>)?`\s*(select|insert|update|delete|truncate|alter|create|drop|lock|set|with|explain)\b/i;
const raw = /\bsql\.raw\(|\.execute\(/;

/** Whether the text of a test contains SQL statements or writes tables. */
export const containsSql = (text: string): boolean =>
  statement.test(text) || raw.test(text) || tablesWrittenIn(text).size > 0;

const isAllowed = (file: string) =>
  Object.keys(allowed).some(
    (place) => file === place || (place.endsWith("/") && file.startsWith(place)),
  );

export function problemsOf(files: Map<string, string>): string[] {
  const found = [...files].filter(([, text]) => containsSql(text)).map(([file]) => file);
  const needless = Object.keys(allowed).filter(
    (place) => !found.some((file) => file.startsWith(place)),
  );
  return [
    ...found
      .filter((file) => !isAllowed(file))
      .map((file) => `${file} contains SQL: use a builder of tests/builders`),
    ...needless.map((place) => `${place} contains no SQL: strike it in scripts/check-test-sql.ts`),
  ];
}

if (import.meta.main) {
  const names = globSync(["{contract,server,web,seed,emulators}/**/*.test.ts", "tests/**/*.ts"], {
    cwd: root,
  }).filter((file) => !file.startsWith("tests/builders/"));
  const files = new Map(names.map((file) => [file, readFileSync(`${root}/${file}`, "utf8")]));
  const problems = problemsOf(files);
  for (const problem of problems) console.error(problem);
  process.exit(problems.length > 0 ? 1 : 0);
}
