import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { goodPassword, openVisitor } from "#tests/people.ts";
import { noisePicture, uploadPicture } from "#tests/pictures.ts";
import { makeDataDir, startProgram } from "#tests/start-program.ts";

it("the shop's own process never loads the picture decoder", async () => {
  const program = startProgram(await makeDataDir(), { DEMO: "0" });
  const url = await program.ready();
  const ada = openVisitor({
    request: (path, init) => {
      const headers = new Headers(init?.headers);
      headers.set("origin", url);
      return fetch(url + path, { ...init, headers });
    },
  });
  const account = { name: "Ada", email: "ada@example.com", password: goodPassword };
  expect((await ada.send("POST", "/api/identity/sign-up", account)).status).toBe(200);
  expect((await uploadPicture(ada, await noisePicture(40, 30).jpeg().toBuffer())).status).toBe(200);
  expect((await uploadPicture(ada, Buffer.from("no picture"))).status).toBe(415);
  expect(await readFile(`/proc/${program.pid}/maps`, "utf8")).not.toMatch(/libvips|sharp/);
});
