import { and, type SQL, sql } from "drizzle-orm";
import { users } from "./tables.ts";

/** Written like the index. */
export function isCalled(q: string): SQL | undefined {
  const words = q.split(/\s+/).filter((word) => word !== "");
  const pattern = (word: string) => `%${word.replace(/[\\%_]/g, "\\$&")}%`;
  return and(
    ...words.map(
      (word) => sql`lower(${users.name} || ' ' || ${users.email}) like lower(${pattern(word)})`,
    ),
  );
}
