// What is said becomes lines, and what must not be said does not.
import { describe, expect, it, onTestFinished } from "vitest";
import { expectComplaint } from "#tests/silence.ts";
import { isLogged, type LogFormat, type LogLevel, say, startLog } from "./log.ts";
import { redact } from "./redact.ts";

function listen(LOG: LogFormat, LOG_LEVEL: LogLevel = "info"): string[] {
  const lines: string[] = [];
  const stop = startLog({ LOG, LOG_LEVEL, write: (line) => lines.push(line) });
  onTestFinished(stop);
  return lines;
}

describe("a log", () => {
  it("is lines of JSON for programs", () => {
    const lines = listen("json");
    const error = Object.assign(new TypeError("not now"), { code: "X", input: "what was sent" });
    say({ level: "warn", message: "It took long", fields: { request: "1", status: 200 } });
    console.error("The letters could not be sent:", error);
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      {
        time: expect.any(String),
        level: "warn",
        message: "It took long",
        request: "1",
        status: 200,
      },
      {
        time: expect.any(String),
        level: "error",
        message: "The letters could not be sent",
        error: { name: "TypeError", message: "not now", code: "X", stack: expect.any(String) },
      },
    ]);
    expect(lines.join()).not.toContain("\n");
  });

  it("is text for people", () => {
    const lines = listen("text");
    say({ level: "info", message: "Letters are kept in data/outbox" });
    say({ level: "warn", message: "A request took long", fields: { status: 200 } });
    console.error(new Error("not now"));
    expect(lines.slice(0, 2)).toEqual([
      "Letters are kept in data/outbox",
      "warn: A request took long status=200",
    ]);
    expect(lines[2]).toMatch(/^error: not now\nError: not now\n {4}at /);
  });

  it("has as much as is wanted, and nothing before it begins", () => {
    say({ level: "error", message: "nobody hears" });
    const lines = listen("text", "warn");
    for (const level of ["error", "warn", "info", "debug"] as const) say({ level, message: "x" });
    expect(lines).toEqual(["error: x", "warn: x"]);
    expect([isLogged("warn"), isLogged("info")]).toEqual([true, false]);
  });

  it("gives back the console when it ends", () => {
    const { error } = console;
    startLog({ LOG: "text", LOG_LEVEL: "info", write: () => {} })();
    expect(console.error).toBe(error);
    expectComplaint(/^as ever$/);
    console.error("as ever");
  });
});

describe("redacting", () => {
  it.each([
    ["card 4242 4242 4242 4242 was", "card [card] was"],
    ["4242-4242-4242-4242", "[card]"],
    ["378282246310005", "[card]"],
    ["postgres://shop:horse@127.0.0.1/shop", "postgres://[hidden]@127.0.0.1/shop"],
    ["authorization: Bearer abc.def", "authorization: [hidden] [hidden]"],
    [`{"password":"correct horse"}`, `{"password":"[hidden] horse"}`],
    [`password=horse&x=1`, `password=[hidden]&x=1`],
    ["key sk_test_51abc and whsec_abc", "key [key] and [key]"],
    ["pi_3abc_secret_def", "[secret]"],
    [`/reset#token=${"A".repeat(43)}`, "/reset#token=[hidden]"],
    [`hash ${"0a".repeat(32)}`, "hash [token]"],
    ["550 vera.lind@shop.example is full", "550 [e-mail] is full"],
  ])("hides in %j what is secret", (said, written) => {
    expect(redact(said)).toBe(written);
  });

  it.each([
    "order 01a1fbc0-fc51-77f7-8977-e1364d4ea8a0 at 2026-11-21T21:54:19.123Z",
    "    at file:///srv/shop/node_modules/@fastify/multipart/index.js:12:34",
    "4242424242424243 is no card, nor is 1234567890123",
    "The image host at 127.0.0.1:3000 kept no picture: HTTP 500",
    'violates check constraint "parts_stock_not_negative"',
  ])("leaves %j as it is", (said) => {
    expect(redact(said)).toBe(said);
  });
});
