import { expect, it } from "vitest";
import { type LetterKind, letterKinds, letterOriginals } from "#contract/letter-originals.ts";
import { letterProblems } from "#contract/rules/fill-letter.ts";
import type { Settings, SettingsRecord } from "#contract/settings.ts";
import { openShop } from "#tests/open-shop.ts";
import { aStockedPart, placeOrder } from "#tests/orders.ts";
import { waitForLetter } from "#tests/outbox.ts";
import { type SignedIn, signUp, signUpAdmin } from "#tests/people.ts";
import { renderDraft } from "./render-draft.ts";

async function readLetters(admin: SignedIn) {
  const all = (await admin.get("/api/settings")).body as SettingsRecord[];
  const record = all.find(({ section }) => section === "letters");
  if (record?.section !== "letters") throw new Error("There are no letters");
  return record;
}

async function rewrite(admin: SignedIn, kind: LetterKind, text: object | null) {
  const { version, value } = await readLetters(admin);
  const next = { ...value, [kind]: text };
  return admin.send("PUT", "/api/settings", { section: "letters", version, value: next });
}

it("an admin's words replace the text of a letter, and the original comes back", async () => {
  const shop = await openShop();
  const [admin, vera] = [await signUpAdmin(shop), await signUp(shop, { name: "{shop} Vera" })];
  const text = {
    subject: "Order {number} at {shop}",
    body: "many thanks for {order}!\n\n{next}\n\nYour workshop",
    closing: "",
  };
  expect((await rewrite(admin, "order-placed", text)).status).toBe(200);
  await shop.shop.events.catchUp();
  const part = await aStockedPart(shop, { name: "Brake Disc {next}" });
  const { number } = await placeOrder(vera, part, { quantity: 2 });
  const letter = await waitForLetter(shop, 1, vera);
  expect(letter).toContain(`Subject: Order ${number} at Partwright`);
  expect(letter).toMatch(/Brake Disc \{next\}!\s+The parts are reserved for you\./);
  expect(letter).toContain("Your workshop");
  expect(letter).not.toContain("delete it under My Order");
  expect(letter).not.toContain("Vera");
  expect((await rewrite(admin, "order-placed", null)).status).toBe(200);
  await shop.shop.events.catchUp();
  await placeOrder(vera, part, { quantity: 2 });
  expect(await waitForLetter(shop, 2, vera)).toContain("thank you for your order of");
});

it("names a placeholder that there is none of, and one that is needed; saves nothing", async () => {
  const admin = await signUpAdmin(await openShop());
  const before = await readLetters(admin);
  const { subject, closing } = letterOriginals["sign-in-code"];
  const refused = await rewrite(admin, "sign-in-code", { subject, body: "{kode}", closing });
  expect(refused).toMatchObject({
    status: 400,
    body: {
      error: {
        fields: {
          "value.sign-in-code.body": "There is no {kode} in this letter. There are: {shop}, {code}",
        },
      },
    },
  });
  const without = await rewrite(admin, "sign-in-code", { subject, body: "Hello", closing });
  expect(JSON.stringify(without.body)).toContain("Must have {code}");
  const twoLines = { subject: "One\r\nBcc: x@example.com", body: "{code}", closing };
  expect((await rewrite(admin, "sign-in-code", twoLines)).status).toBe(400);
  expect(await readLetters(admin)).toEqual(before);
});

it.each(letterKinds)("the original of %s keeps to its own rules", (kind) => {
  expect(letterProblems(kind, letterOriginals[kind])).toEqual({});
});

it("a stored text with placeholders of another release gives way to the original", () => {
  const originals = Object.fromEntries(letterKinds.map((kind) => [kind, null]));
  const values = { order: "Disc", number: "7", amount: "$4.50", when: "went back", why: "" };
  const draft = { kind: "order-refunded" as const, to: "v@example.com", values };
  const about = { shopName: "Partwright", origin: "https://shop.example", logo: "" };
  const write = (body: string) => {
    const text = { subject: "Money back", body, closing: "" };
    const texts = { ...originals, "order-refunded": text } as Settings["letters"];
    return renderDraft(draft, about, texts);
  };
  expect(write("we sent {amount}.")).toMatchObject({ subject: "Money back" });
  const other = write("we sent {total} to {card}.");
  expect(other.subject).toBe("Refunded: Disc");
  expect(other.text).toContain("$4.50 went back.");
  expect(other.text + other.html).not.toMatch(/[{}](total|card)/);
});
