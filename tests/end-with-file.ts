// Loaded for each file, also where files share a process.
import { afterAll } from "vitest";
import { dropDatabases } from "./create-database.ts";
import { runEndings } from "./on-end.ts";

afterAll(async () => {
  await runEndings();
  await dropDatabases();
});
