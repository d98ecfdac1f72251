// What holds every answer against the contract can say no.
import { describe, expect, it } from "vitest";
import { checkAgainstContract } from "./check-response.ts";

const type = "application/json; charset=utf-8";
const hold = (method: string, path: string, status: number, body: unknown) => () =>
  checkAgainstContract({ method, path }, { status, type, text: JSON.stringify(body) });
const user = { _id: "1", email: "ada@example.com", role: "admin", emailVerified: true };
const refusal = { code: "not-found", message: "There is no such user." };

describe("an answer", () => {
  it("is what its schema declares", () => {
    expect(hold("GET", "/api/user", 200, [user])).not.toThrow();
    expect(hold("GET", "/api/user?limit=1", 200, [])).not.toThrow();
    expect(hold("GET", "/api/%75ser", 200, [user])).not.toThrow();
    expect(hold("DELETE", "/api/user/1", 404, { error: refusal })).not.toThrow();
  });

  it.each([
    ["a field more", [{ ...user, passwordHash: "$argon2id$" }]],
    ["a field less", [{ _id: "1" }]],
    ["a value that cannot be", [{ ...user, role: "owner" }]],
    ["another shape", { users: [user] }],
  ])("may not have %s", (_, body) => {
    expect(hold("GET", "/api/user", 200, body)).toThrow();
    expect(hold("GET", "/api/%75ser", 200, body)).toThrow();
  });

  it("must be of a call", () => {
    expect(hold("GET", "/api/users", 200, [user])).toThrow("no call of the contract");
    expect(() =>
      checkAgainstContract(
        { method: "GET", path: "/api/user" },
        { status: 200, type: "text/html", text: "" },
      ),
    ).toThrow();
  });
});

describe("a refusal", () => {
  it.each([
    ["says more than it should", 404, { error: { ...refusal, stack: "at x" } }],
    ["says it elsewhere", 404, { ...refusal }],
    ["has something beside it", 404, { error: refusal, statusCode: 404 }],
    ["has another status", 400, { error: refusal }],
    ["has a code of its own", 418, { error: { ...refusal, code: "teapot" } }],
    ["has a code that the call does not name", 409, { error: { ...refusal, code: "conflict" } }],
    ["has no words", 404, { error: { ...refusal, message: "" } }],
    ["has fields that are no texts", 404, { error: { ...refusal, fields: { email: 1 } } }],
  ])("that %s is told", (_, status, body) => {
    expect(hold("GET", "/api/admin/a@b.example", status, body)).toThrow();
  });
});
