// Errors in PostgreSQL's own log, whatever the shop made of them.
import { readFile } from "node:fs/promises";
import { inject } from "vitest";

/** A wrong statement (42), or a value that is none of its type (22). */
const ofOurMaking = /^(42|22)/;

export async function databaseComplaints(databaseUrl: string): Promise<string[]> {
  const file = inject("postgresLog");
  const database = new URL(databaseUrl).pathname.slice(1);
  // A long log is moved aside.
  const texts = await Promise.all(
    [`${file}.old`, file].map((each) => readFile(each, "utf8").catch(() => "")),
  );
  const lines = texts.join("").split("\n");
  return lines.filter((line) => line.split(" ")[1] === database && ofOurMaking.test(line));
}
