// Loaded before the program: a replica is always taken to have come far enough.
import { inPlaceOf } from "./in-place-of.ts";

inPlaceOf(
  "server/platform/database/replication-position.ts",
  new URL("./position.ts", import.meta.url),
);
