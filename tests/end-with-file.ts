// Loaded for each file, also where files share a process.
import { afterAll } from "vitest";
import { runEndings } from "./on-end.ts";

afterAll(runEndings);
