import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { aPart } from "#seed/builders.ts";
import { parts } from "#server/modules/catalog/tables.ts";
import { shareShop } from "#tests/open-shop.ts";

const refusal = (code: string) => ({
  error: { code, message: expect.stringMatching(/\w \w.*\./) },
});

const open = shareShop({ parts: [aPart()] });

describe("bad input", () => {
  it.each([
    ["/api/purchase/01a1fbc0-fc51-77f7-8977-e1364d4ea8a0", 404, "not-found"],
    ["/api/purchase/1", 404, "not-found"],
    ["/api/purchase/%00", 404, "not-found"],
    ["/api/purchase/%ff", 400, "malformed"],
    [`/api/purchase/${"9".repeat(3000)}`, 404, "not-found"],
    ["/api/nothing", 404, "not-found"],
    ["/api/", 404, "not-found"],
    ["/api/parts?limit=5&after=01a1fbc0-fc51-77f7-8977-e1364d4ea8a0", 400, "invalid"],
    ["/api/parts?newest=0", 400, "invalid"],
    ["/api/parts?newest=1e9", 400, "invalid"],
    ["/api/parts?limit=1000000000", 400, "invalid"],
    ["/api/parts?after=x", 400, "invalid"],
    ["/api/parts?newest=1&newest=2", 400, "invalid"],
    ["/api/live?age=-1", 400, "invalid"],
  ])("GET %s answers %d %s", async (path, status, code) => {
    const { get } = await open();
    const answer = await get(path);
    expect(answer).toMatchObject({ status, body: refusal(code) });
  });

  it.each([
    ["POST", "/api/purchase/1", "GET"],
    ["PUT", "/api/parts", "GET, POST"],
    ["PUT", "/api/parts/1", "GET, PATCH, DELETE"],
    ["DELETE", "/product", "GET, HEAD"],
    ["POST", "/", "GET, HEAD"],
  ])("%s %s answers 405 and what is possible", async (method, path, allow) => {
    const { request } = await open();
    const response = await request(path, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe(allow);
    expect(await response.json()).toMatchObject(refusal("method-not-allowed"));
  });

  it.each([
    ["no JSON", "{", "application/json", 400, "malformed"],
    ["nothing", "", "application/json", 400, "malformed"],
    ["a prototype", '{"__proto__": {"a": 1}}', "application/json", 400, "malformed"],
    ["a form", "email=a", "application/x-www-form-urlencoded", 415, "unsupported-media-type"],
    ["plain text", "{}", "text/plain", 415, "unsupported-media-type"],
    ["an array", "[]", "application/json", 400, "invalid"],
    ["null", "null", "application/json", 400, "invalid"],
    ["wrong types", '{"email": 1, "password": {}}', "application/json", 400, "invalid"],
    ["an unknown field", '{"role": "admin"}', "application/json", 400, "invalid"],
    [
      "too much",
      JSON.stringify({ email: "x".repeat(70_000) }),
      "application/json",
      413,
      "too-large",
    ],
    ["too deep", `${"[".repeat(30_000)}${"]".repeat(30_000)}`, "application/json", 400, "invalid"],
  ])("a body of %s is refused", async (_, body, type, status, code) => {
    const { request } = await open();
    const response = await request("/api/identity/sign-in", {
      method: "POST",
      headers: { "content-type": type },
      body,
    });
    expect({ status: response.status, body: await response.json() }).toMatchObject({
      status,
      body: refusal(code),
    });
  });

  it("names the fields that are wrong", async () => {
    const { send } = await open();
    const { body } = await send("POST", "/api/identity/sign-up", {
      name: " ",
      email: "nobody",
      password: "short",
      role: "admin",
    });
    expect(body).toMatchObject({
      error: {
        fields: {
          name: "Name is Required",
          email: "Provide a valid Email",
          password: "Must be 6 characters or longer",
          role: "Is not a field of this call",
        },
      },
    });
  });

  it("an unknown parameter is refused by its name, with those that there are", async () => {
    const { get } = await open();
    expect(await get("/api/parts?newset=3")).toMatchObject({
      status: 400,
      body: {
        error: {
          code: "invalid",
          message: "This call has no parameter “newset”. It takes newest, q, limit, after.",
          fields: { newset: expect.stringContaining("It takes newest, q, limit, after") },
        },
      },
    });
  });

  it("what is no HTTP is refused in HTTP, and the shop lives on", async () => {
    const { url, get } = await open();
    const { port } = new URL(url);
    const said = await new Promise<string>((resolve) => {
      const socket = connect(Number(port), "127.0.0.1", () => socket.write("NONSENSE\r\n\r\n"));
      let text = "";
      socket.on("data", (bytes) => {
        text += bytes;
      });
      socket.on("close", () => resolve(text));
    });
    expect(said).toMatch(/^HTTP\/1\.1 400 /);
    expect((await get("/api/parts")).status).toBe(200);
  });

  it("stores nothing", async () => {
    const { send, shop } = await open();
    const before = await shop.db.$count(parts);
    await send("POST", "/api/parts", aPart());
    await send("DELETE", `/api/parts/${crypto.randomUUID()}`);
    expect(await shop.db.$count(parts)).toBe(before);
  });
});
