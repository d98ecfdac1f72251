import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { writeJson, writeJsonPages } from "./write-json.ts";

const parts = z.array(z.object({ name: z.string() }));
const secret = { passwordHash: "$argon2id$" };

it("writes what the schema declares and nothing else", () => {
  expect(writeJson(parts, [{ name: "a", ...secret }])).toBe('[{"name":"a"}]');
});

it.each([
  { pages: [], json: "[]" },
  { pages: [[]], json: "[]" },
  { pages: [["a", "b"], [], ["c"]], json: '[{"name":"a"},{"name":"b"},{"name":"c"}]' },
])("writes the pages $pages as one list", async ({ pages, json }) => {
  const stream = (async function* () {
    for (const page of pages) yield page.map((name) => ({ name, ...secret }));
  })();
  expect(String(await buffer(Readable.from(writeJsonPages(parts, stream))))).toBe(json);
});
