// What PostgreSQL had to complain of, from its own log: it knows of every statement that failed,
// whatever the shop made of it.
import { readFile } from "node:fs/promises";
import { inject } from "vitest";

/** A statement that is wrong in itself (42), or was given what is no value of its type (22). */
const ofOurMaking = /^(42|22)/;

/** Lines as `42601 test_… ERROR:  syntax error at or near …`, of one database. */
export async function complaintsAbout(databaseUrl: string): Promise<string[]> {
  const file = inject("postgresLog");
  const database = new URL(databaseUrl).pathname.slice(1);
  // It is cut where it grows too long; what was there before is kept beside it.
  const texts = await Promise.all(
    [`${file}.old`, file].map((each) => readFile(each, "utf8").catch(() => "")),
  );
  return texts
    .join("")
    .split("\n")
    .filter((line) => line.split(" ")[1] === database && ofOurMaking.test(line));
}
