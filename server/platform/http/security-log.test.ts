// What the log keeps of attempts, and what it never does.
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { startLog } from "#server/platform/telemetry/log/log.ts";
import { type OpenShop, openShop } from "#tests/open-shop.ts";
import { getAccessToken, openVisitor, signIn, signUp } from "#tests/people.ts";

type Line = { event: string; status: number; kind: string; person?: string; account?: string };

async function openWithLog(env: Record<string, string> = {}, LOG_LEVEL: "info" | "error" = "info") {
  const written: string[] = [];
  const write = (line: string) => written.push(line);
  onTestFinished(startLog({ LOG: "json", LOG_LEVEL, write }));
  const shop = await openShop({ env });
  const all = () => written.map((line) => JSON.parse(line) as Line);
  const lines = () => all().filter(({ kind }) => kind === "security");
  return { shop, lines, text: () => written.join("") };
}

const elsewhere = { "x-forwarded-for": "203.0.113.50" };

/** Refusals, one after the other answered, from one network or from where each comes. */
async function flood({ url }: OpenShop, count: number, from = (_: number) => "192.0.2.7") {
  for (let number = 0; number < count; number++) {
    await fetch(`${url}/api/user`, { headers: { "x-forwarded-for": from(number) } });
  }
}

/** All that follows is within one minute, however long it takes. */
function stopClock() {
  const clock = vi.spyOn(Date, "now").mockReturnValue(1_800_000_000_000);
  onTestFinished(() => clock.mockRestore());
  return clock;
}

describe("the security log", () => {
  it("tells who came in and how, who could not, and what they were refused", async () => {
    const { shop, lines } = await openWithLog();
    const vera = await signUp(shop);
    await signIn(shop, vera);
    const { email } = vera;
    const guess = { email, password: "wrong password" };
    await openVisitor(shop).send("POST", "/api/identity/sign-in", guess);
    await openVisitor(shop).send("POST", "/api/identity/forgotten", { email });
    const change = { current: vera.password, password: "another horse" };
    await vera.send("POST", "/api/identity/password", change);
    await vera.get("/api/user");
    await openVisitor(shop).get("/api/orders");
    await openVisitor(shop).send("POST", "/api/identity/sign-in", { email, password: 7 });
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
        time: expect.any(String),
        reqId: expect.stringMatching(/^[\da-f-]{36}$/),
        address: "127.0.0.1",
      });
    }
    expect(lines().filter(({ person }) => person === vera.user._id)).toHaveLength(3);
    // What was tried on one account can be told to belong together.
    expect(new Set(lines().map(({ account }) => account)).size).toBe(2);
  });

  it("is written at every level of the log", async () => {
    const { shop, lines } = await openWithLog({}, "error");
    await signUp(shop);
    await openVisitor(shop).get("/api/orders");
    await expect
      .poll(() => lines().map(({ event, status }) => `${status} ${event}`))
      .toEqual(["200 POST /api/identity/sign-up", "401 GET /api/orders"]);
  });

  it("holds no password, token, e-mail or line of somebody else's making", async () => {
    const { shop, lines, text } = await openWithLog();
    const vera = await signUp(shop);
    const token = await getAccessToken(vera);
    const said = 'x\n{"level":60,"msg":"forged"}';
    const attack = { email: vera.email, password: said };
    await openVisitor(shop, { "user-agent": "forged" }).send(
      "POST",
      "/api/identity/sign-in",
      attack,
    );
    await openVisitor(shop).get(`/api/orders?email=${encodeURIComponent(said)}`);
    await openVisitor(shop).get("/api/user?token=secret-in-an-address");
    await shop.request("/api/user", { headers: { authorization: `Bearer ${token}` } });
    await expect.poll(lines).toHaveLength(6);
    for (const secret of [
      vera.email,
      vera.password,
      token,
      "forged",
      "secret-in",
      ...vera.cookies.values(),
    ]) {
      expect(text()).not.toContain(secret);
    }
  });

  it("keeps what others did while somebody floods it with refusals", async () => {
    const { shop, lines } = await openWithLog({ PROXIES: "127.0.0.1" });
    stopClock();
    await flood(shop, 120);
    const vera = await signUp(shop, { headers: elsewhere });
    const { email, password } = vera;
    const sent = { email, password };
    await openVisitor(shop, elsewhere).send("POST", "/api/identity/sign-in", sent);
    await openVisitor(shop, elsewhere).send("POST", "/api/identity/sign-in", {
      ...sent,
      password: "wrong password",
    });
    await openVisitor(shop, elsewhere).get("/api/orders");
    await expect
      .poll(() => lines().map(({ event, status }) => `${status} ${event}`))
      .toEqual([
        ...Array(10).fill("401 GET /api/user"),
        "200 POST /api/identity/sign-up",
        "200 POST /api/identity/sign-in",
        "401 POST /api/identity/sign-in",
        "401 GET /api/orders",
      ]);
  });

  it("tells of a sign-in although others of the same network sign in all the time", async () => {
    const { shop, lines } = await openWithLog();
    stopClock();
    const [vera, jonas] = [await signUp(shop), await signUp(shop)];
    for (let times = 0; times < 70; times++) await signIn(shop, jonas);
    await signIn(shop, vera);
    for (let times = 0; times < 70; times++) {
      const body = { email: `nobody${times}@example.com` };
      await openVisitor(shop).send("POST", "/api/identity/sign-out", body);
    }
    // Two sign-ups, the sign-ins of both, and what is counted by network.
    await expect.poll(lines).toHaveLength(2 + 60 + 1 + 60);
    expect(lines()[62]?.account).not.toBe(lines()[61]?.account);
  });

  it("does not grow without end: the rest of a minute is one line for each kind", async () => {
    const { shop, lines } = await openWithLog({ PROXIES: "127.0.0.1" });
    const clock = stopClock();
    // From one network, then from ten.
    await flood(shop, 120);
    await flood(shop, 120, (number) => `198.51.${number % 10}.7`);
    const vera = await signUp(shop, { headers: elsewhere });
    const leave = () => vera.send("PUT", `/api/user/${vera.email}`, { email: vera.email });
    for (let times = 0; times < 70; times++) await leave();
    expect(lines()).toHaveLength(60 + 1 + 60);
    clock.mockReturnValue(1_800_000_060_000);
    await shop.get("/health");
    await expect
      .poll(() => lines().slice(121))
      .toEqual([
        expect.objectContaining({ kind: "security", of: "401", dropped: 180 }),
        expect.objectContaining({ kind: "security", of: "200 PUT /api/user/:email", dropped: 10 }),
      ]);
    // Every kind has its full share again.
    await flood(shop, 12);
    await shop.stop();
    expect(lines().slice(123)).toHaveLength(11);
    expect(lines().at(-1)).toMatchObject({ of: "401", dropped: 2 });
  });
});
