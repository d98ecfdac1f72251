// `npm run admin -- EMAIL`, as the owner of a new shop runs it.

import { describe, expect, it } from "vitest";
import { addUser } from "#server/modules/customers/add-user.ts";
import { auditLog } from "#server/platform/audit/tables.ts";
import { connect } from "#server/platform/database/connect.ts";
import { readRoles } from "#tests/builders/person.ts";
import { createDatabase } from "./create-database.ts";
import { makeDataDir, runProgram, startProgram } from "./start-program.ts";

const admin = (dataDir: string, words: string[], env: Record<string, string> = {}) =>
  runProgram(process.execPath, ["scripts/admin.ts", ...words], dataDir, env);

describe("making the first admin", () => {
  it("works in any database, once, and says what it did", async () => {
    const DATABASE_URL = await createDatabase();
    const { db, close } = connect(DATABASE_URL, { most: 1 });
    const vera = { email: "vera@example.com", name: "Vera", passwordHash: null };
    await addUser(db, { ...vera, role: "customer" });
    const dataDir = await makeDataDir();
    const first = admin(dataDir, ["Vera@Example.com"], { DATABASE_URL });
    expect(await first.ended).toBe(0);
    expect(first.said()).toBe("vera@example.com is an admin now.\n");
    expect(await readRoles(db)).toEqual(["admin"]);
    expect(await db.select().from(auditLog)).toMatchObject([
      { who: "at the machine", action: "make-admin", about: expect.any(String) },
    ]);
    const second = admin(dataDir, ["vera@example.com"], { DATABASE_URL });
    expect([await second.ended, second.said()]).toEqual([
      0,
      "vera@example.com is an admin already.\n",
    ]);
    const nobody = admin(dataDir, ["nobody@example.com"], { DATABASE_URL });
    expect([await nobody.ended, nobody.said()]).toEqual([
      1,
      expect.stringContaining("Sign up in the shop first"),
    ]);
    await close();
  });

  it("works beside a running shop and after it has stopped", async () => {
    const dataDir = await makeDataDir();
    const shop = startProgram(dataDir, { DEMO: "0" });
    const url = await shop.ready();
    const email = "vera@shop.example";
    const signedUp = await fetch(`${url}/api/identity/sign-up`, {
      method: "POST",
      headers: { origin: url, "content-type": "application/json" },
      body: JSON.stringify({ email, name: "Vera", password: "correct horse" }),
    });
    expect(signedUp.status).toBe(200);
    const beside = admin(dataDir, [email]);
    expect([await beside.ended, beside.said()]).toEqual([0, `${email} is an admin now.\n`]);
    // Killed, it leaves the note of its socket behind.
    shop.child.kill("SIGKILL");
    await shop.ended;
    const alone = admin(dataDir, [email]);
    expect([await alone.ended, alone.said()]).toEqual([0, `${email} is an admin already.\n`]);
  });

  it.each([[["nobody"]], [["a@b.example", "c@d.example"]]])(
    "asks for one e-mail: %j",
    async (words) => {
      const asked = admin(await makeDataDir(), words);
      expect([await asked.ended, asked.said()]).toEqual([
        1,
        "Name one e-mail: npm run admin -- somebody@example.com\n",
      ]);
    },
  );
});
