// What people upload is read by the picture process only, from its first byte on.
import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { goodPassword, visitor } from "#tests/people.ts";
import { photo, upload } from "#tests/pictures.ts";
import { emptyDataDir, start } from "#tests/program.ts";

it("the shop's own process never loads the picture decoder", async () => {
  const program = start(await emptyDataDir(), { DEMO: "0" });
  const url = await program.ready();
  const ada = visitor({
    request: (path, init) => {
      const headers = new Headers(init?.headers);
      headers.set("origin", url);
      return fetch(url + path, { ...init, headers });
    },
  });
  const account = { name: "Ada", email: "ada@example.com", password: goodPassword };
  expect((await ada.send("POST", "/api/identity/sign-up", account)).status).toBe(200);
  expect((await upload(ada, await photo(40, 30).jpeg().toBuffer())).status).toBe(200);
  expect((await upload(ada, Buffer.from("no picture"))).status).toBe(415);
  expect(await readFile(`/proc/${program.pid}/maps`, "utf8")).not.toMatch(/libvips|sharp/);
});
