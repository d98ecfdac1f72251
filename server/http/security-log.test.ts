// What the log keeps of attempts, and what it never does.
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { openShop } from "#tests/open-shop.ts";
import { accessTokenOf, signIn, signUp, visitor } from "#tests/people.ts";
import { complaintsSoFar, expectComplaint } from "#tests/silence.ts";

type Line = { event: string; status: number; kind: string; person?: string; account?: string };

/** A shop that keeps the log, as in production; tests do not, because they would drown in it. */
async function openWithLog() {
  expectComplaint(/"kind":"security"/);
  const shop = await openShop({ env: { NODE_ENV: "development" } });
  const lines = () => complaintsSoFar().map((line) => JSON.parse(line) as Line);
  return { shop, lines };
}

describe("the security log", () => {
  it("tells who came in and how, who could not, and what they were refused", async () => {
    const { shop, lines } = await openWithLog();
    const vera = await signUp(shop);
    await signIn(shop, vera);
    const { email } = vera;
    const guess = { email, password: "wrong password" };
    await visitor(shop).send("POST", "/api/identity/sign-in", guess);
    await visitor(shop).send("POST", "/api/identity/forgotten", { email });
    const change = { current: vera.password, password: "another horse" };
    await vera.send("POST", "/api/identity/password", change);
    await vera.get("/api/user");
    await visitor(shop).get("/api/orders");
    await visitor(shop).send("POST", "/api/identity/sign-in", { email, password: 7 });
    await vera.send("POST", "/api/identity/sign-out");
    await expect
      .poll(() => lines().map(({ event, status }) => `${status} ${event}`))
      .toEqual([
        "200 POST /api/identity/sign-up",
        "200 POST /api/identity/sign-in",
        "401 POST /api/identity/sign-in",
        "200 POST /api/identity/forgotten",
        "200 POST /api/identity/password",
        "403 GET /api/user",
        "401 GET /api/orders",
        "400 POST /api/identity/sign-in",
        "200 POST /api/identity/sign-out",
      ]);
    for (const line of lines()) {
      expect(line).toMatchObject({
        kind: "security",
        time: expect.any(Number),
        reqId: expect.stringMatching(/^[\da-f-]{36}$/),
        address: "127.0.0.1",
      });
    }
    expect(lines().filter(({ person }) => person === vera.user._id)).toHaveLength(3);
    // What was tried on one account can be told to belong together.
    expect(new Set(lines().map(({ account }) => account)).size).toBe(2);
  });

  it("holds no password, token, e-mail or line of somebody else's making", async () => {
    const { shop, lines } = await openWithLog();
    const vera = await signUp(shop);
    const token = await accessTokenOf(vera);
    const said = 'x\n{"level":60,"msg":"forged"}';
    const attack = { email: vera.email, password: said };
    await visitor(shop, { "user-agent": "forged" }).send("POST", "/api/identity/sign-in", attack);
    await visitor(shop).get(`/api/orders?email=${encodeURIComponent(said)}`);
    await visitor(shop).get("/api/user?token=secret-in-an-address");
    await shop.request("/api/user", { headers: { authorization: `Bearer ${token}` } });
    await expect.poll(lines).toHaveLength(6);
    const text = complaintsSoFar().join("\n");
    for (const secret of [
      vera.email,
      vera.password,
      token,
      "forged",
      "secret-in",
      ...vera.cookies.values(),
    ]) {
      expect(text).not.toContain(secret);
    }
  });

  it("does not grow without end while somebody floods the shop", async () => {
    const { shop, lines } = await openWithLog();
    const flood = (count: number) =>
      Promise.all(Array.from({ length: count }, () => fetch(`${shop.url}/api/user`)));
    // All in one second, however long it takes.
    const clock = vi.spyOn(Date, "now").mockReturnValue(1_800_000_000_000);
    onTestFinished(() => clock.mockRestore());
    await flood(120);
    await shop.running.app.inject("/api/user");
    expect(lines()).toHaveLength(50);
    clock.mockReturnValue(1_800_000_001_000);
    await shop.running.app.inject("/api/user");
    await expect.poll(lines).toHaveLength(52);
    expect(lines()[50]).toMatchObject({ left: 71 });
  });
});
