import type * as z from "zod/mini";
import type { PageStream } from "./stream-pages.ts";

export function writeJson(schema: z.ZodMiniType, reply: unknown): string {
  return JSON.stringify(schema.parse(reply));
}

export async function* writeJsonPages(
  schema: z.ZodMiniType,
  pages: PageStream<unknown>,
): AsyncGenerator<string> {
  let separator = "[";
  for await (const page of pages) {
    const items = writeJson(schema, page).slice(1, -1);
    if (items === "") continue;
    yield separator + items;
    separator = ",";
  }
  yield separator === "[" ? "[]" : "]";
}
