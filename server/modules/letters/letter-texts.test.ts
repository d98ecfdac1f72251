import { expect, it } from "vitest";
import type { EditableText } from "#contract/letter-original.ts";
import { type LetterKind, letterKinds, letterOriginals } from "#contract/letter-originals.ts";
import type { LetterPreview } from "#contract/letters.ts";
import { letterProblems } from "#contract/rules/fill-letter.ts";
import type { Settings, SettingsRecord } from "#contract/settings.ts";
import { openShop } from "#tests/open-shop.ts";
import { aStockedPart, placeOrder } from "#tests/orders.ts";
import { waitForLetter } from "#tests/outbox.ts";
import { type SignedIn, signUp, signUpAdmin, verifyEmail } from "#tests/people.ts";
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

const preview = (admin: SignedIn, kind: LetterKind, text: EditableText) =>
  admin.send("POST", "/api/letters/preview", { kind, text });

const wordsOf = ({ subject, body, closing }: EditableText): EditableText => ({
  subject,
  body,
  closing,
});

it("shows each letter with an edited text, as HTML and as plain text, to who may edit it", async () => {
  const shop = await openShop();
  const [admin, vera] = [await signUpAdmin(shop), await signUp(shop)];
  for (const kind of letterKinds) {
    const text = wordsOf(letterOriginals[kind]);
    const edited = { ...text, subject: "Edited & new", body: `A new beginning.\n\n${text.body}` };
    const { status, body } = await preview(admin, kind, edited);
    const letter = body as LetterPreview;
    expect([kind, status, letter.subject]).toEqual([kind, 200, "Edited & new"]);
    expect(letter.text).toContain("A new beginning.\n\n");
    expect(letter.html).toContain("A new beginning.</p>");
    expect(letter.text + letter.html).not.toMatch(/\{\w+\}|undefined|shop\.example/);
  }
  const text = wordsOf(letterOriginals.invoice);
  expect((await preview(admin, "invoice", text)).body).toMatchObject({
    attachments: ["INV-2026-00101.pdf"],
  });
  expect((await preview(vera, "invoice", text)).status).toBe(403);
  expect(await preview(admin, "invoice", { ...text, body: "{whatever}" })).toMatchObject({
    status: 400,
    body: { error: { fields: { "text.body": expect.stringContaining("no {whatever}") } } },
  });
});

/** Without what differs between two letters of a kind. */
const toBare = (text: string) =>
  text
    .replace(/token=[\w-]+/g, "token=…")
    .replace(/\/part\/\S+/g, "/part/…")
    .replace(/[\da-f]{8}-[\da-f-]{27}/g, "(id)")
    .replace(/\d+ \w+ \d{4} at \d\d:\d\d UTC/g, "(time)")
    .replace(/(Order number: )\d+/, "$1(number)")
    .replace(/email=[^\s]+/g, "email=…")
    .trim();

/** The plain text of a letter in the outbox. */
function plainOf(letter: string): string {
  const [, part = ""] = /Content-Type: text\/plain[\s\S]*?\n\n([\s\S]*?)\n--/.exec(letter) ?? [];
  return part;
}

it("previews what is really sent", async () => {
  const shop = await openShop();
  const admin = await signUpAdmin(shop);
  const vera = await signUp(shop, { name: "Vera Lind" });
  await verifyEmail(shop, vera);
  await placeOrder(vera, await aStockedPart(shop, { name: "Brake Disc", priceCents: 5_490 }), {
    quantity: 2,
  });
  const placed = await preview(admin, "order-placed", wordsOf(letterOriginals["order-placed"]));
  const sent = plainOf(await waitForLetter(shop, 1, vera));
  expect(toBare((placed.body as LetterPreview).text)).toBe(toBare(sent));
  await vera.send("POST", "/api/identity/forgotten", { email: vera.email });
  const reset = await preview(admin, "reset", wordsOf(letterOriginals.reset));
  const second = plainOf(await waitForLetter(shop, 2, vera));
  expect(toBare((reset.body as LetterPreview).text)).toBe(toBare(second));
});
