// Loaded before the program: what should happen together happens one after the other.
import { inPlaceOf } from "./in-place-of.ts";

inPlaceOf("server/platform/database/connect.ts", new URL("./connect.ts", import.meta.url));
