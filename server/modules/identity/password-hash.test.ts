// With real hashing (vitest.config.ts).

import { argon2 } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { users } from "#server/modules/customers/tables.ts";
import { changePerson } from "#tests/builders/person.ts";
import { type OpenShop, shareShop } from "#tests/open-shop.ts";
import { signIn, signUp } from "#tests/people.ts";

const open = shareShop();

async function readHash({ shop }: OpenShop, { user }: { user: { _id: string } }): Promise<string> {
  const { id, passwordHash } = users;
  const [row] = await shop.db.select({ passwordHash }).from(users).where(eq(id, user._id));
  return row?.passwordHash ?? "";
}

it("a password is stored as an Argon2id hash", async () => {
  const shop = await open();
  const hash = await readHash(shop, await signUp(shop));
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+\$[\w+/]{22}\$[\w+/]{43}$/);
});

it("a password hash with outdated costs is renewed at the next sign-in", async () => {
  const shop = await open();
  const vera = await signUp(shop);
  const today = (await readHash(shop, vera)).split("$").slice(0, 4).join("$");
  const old = await new Promise<Buffer>((resolve, reject) =>
    argon2(
      "argon2id",
      {
        message: vera.password,
        nonce: Buffer.alloc(16),
        memory: 64,
        passes: 1,
        parallelism: 1,
        tagLength: 32,
      },
      (error, tag) => (error ? reject(error) : resolve(tag)),
    ),
  );
  const words = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");
  const passwordHash = `$argon2id$v=19$m=64,t=1,p=1$${words(Buffer.alloc(16))}$${words(old)}`;
  await changePerson(shop.shop.db, vera, { passwordHash });
  await signIn(shop, vera);
  expect((await readHash(shop, vera)).startsWith(`${today}$`)).toBe(true);
  await signIn(shop, vera);
});
