// What is said becomes lines, and what must not be said does not.
import { describe, expect, it, onTestFinished } from "vitest";
import { expectWarning, warningsSoFar } from "#tests/fail-on-warnings.ts";
import { type LogFormat, log, type logLevels, startLog } from "./log.ts";
import { redact } from "./redact.ts";

function listen(LOG: LogFormat, LOG_LEVEL: (typeof logLevels)[number] = "info"): string[] {
  const lines: string[] = [];
  const stop = startLog({ LOG, LOG_LEVEL, write: (line) => lines.push(line) });
  onTestFinished(stop);
  return lines;
}

describe("a log", () => {
  it("is lines of JSON for programs", () => {
    const lines = listen("json");
    const error = Object.assign(new TypeError("not now"), { code: "X", input: "what was sent" });
    log.warn({ reqId: "1", status: 200 }, "It took long");
    console.error("The letters could not be sent", error);
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { level: "warn", time: expect.any(String), reqId: "1", status: 200, msg: "It took long" },
      {
        level: "error",
        time: expect.any(String),
        err: { type: "TypeError", message: "not now", code: "X", stack: expect.any(String) },
        msg: "The letters could not be sent",
      },
    ]);
    for (const line of lines) expect(line).toMatch(/^.+\n$/);
  });

  it("is text for people", () => {
    const lines = listen("text");
    log.info("Letters are kept in data/outbox");
    log.warn({ status: 200, at: { part: 1 } }, "A request took long");
    console.error(new Error("not now"));
    log.error({ err: new Error("not now") }, "No letter was sent");
    expect(lines.slice(0, 2)).toEqual([
      "Letters are kept in data/outbox\n",
      'warn: A request took long status=200 at={"part":1}\n',
    ]);
    expect(lines[2]).toMatch(/^error: Error: not now\n {4}at /);
    expect(lines[3]).toMatch(/^error: No letter was sent: Error: not now\n {4}at /);
  });

  it("has the levels that are wanted", () => {
    const lines = listen("text", "warn");
    for (const level of ["error", "warn", "info", "debug"] as const) log[level]("x");
    expect(lines).toEqual(["error: x\n", "warn: x\n"]);
  });

  it("is text on the console before it is started and after it ended", () => {
    const { error } = console;
    startLog({ LOG: "text", LOG_LEVEL: "info", write: () => {} })();
    expect(console.error).toBe(error);
    expectWarning(/^error: as ever$/);
    log.info("not wanted");
    log.error("as ever");
    expect(warningsSoFar()).toEqual(["error: as ever"]);
  });

  it("hides fields by their names and secrets in texts, and stays JSON", () => {
    const lines = listen("json");
    const person = { email: "vera@shop.example", password: "correct horse", id: 7 };
    log.info({ person, token: "abc", headers: { cookie: "a=b" } }, 'said "Bearer abc\\"');
    log.error({ err: new Error('\u0007vera@shop.example wrote "token=abc\n"') });
    const [first, second] = lines.map((line) => JSON.parse(line));
    const hidden = { email: "[hidden]", password: "[hidden]", id: 7 };
    expect(first).toMatchObject({ person: hidden, token: "[hidden]", headers: "[hidden]" });
    expect(first.msg).toBe('said "Bearer [hidden]"');
    expect(second.err.message).toBe('[e-mail] wrote "token=[hidden]\n"');
    expect(lines.join()).not.toMatch(/vera|horse|abc|a=b/);
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
    "request abcd4242-4242-4242-4242-aaaaaaaaaaaa",
    "    at file:///srv/shop/node_modules/@fastify/multipart/index.js:12:34",
    "4242424242424243 is no card, nor is 1234567890123",
    "Could not store a picture at 127.0.0.1:3000: HTTP 500",
    'violates check constraint "parts_stock_not_negative"',
  ])("leaves %j as it is", (said) => {
    expect(redact(said)).toBe(said);
  });
});
