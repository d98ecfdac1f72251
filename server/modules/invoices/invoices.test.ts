// Invoices and credit notes over HTTP: when they come, what they say, and who gets them.
import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import type { OrderPage, ShopDocument } from "#contract/order-page.ts";
import type { Order } from "#contract/orders.ts";
import type { Overview } from "#contract/overview.ts";
import { errorCode } from "#server/platform/database/database-errors.ts";
import { openAccount, orderOnAccount } from "#tests/accounts.ts";
import { payOrder, placeBasket, setUpDelivery } from "#tests/basket-order.ts";
import { changeDocument, deleteDocument } from "#tests/builders/document.ts";
import { makeJobsDue } from "#tests/builders/job.ts";
import { waitUntilLettersSent } from "#tests/builders/letter.ts";
import { aStockedPart } from "#tests/orders.ts";
import { readLetters, tokenOfLetter } from "#tests/outbox.ts";
import {
  openPayingShop,
  orderAndPay,
  type PayingShop,
  runDueJobs,
  sharePayingShop,
} from "#tests/paying-shop.ts";
import {
  openVisitor,
  type SignedIn,
  signUp,
  signUpAdmin,
  type Visitor,
  verifyEmail,
} from "#tests/people.ts";
import { noisePicture, uploadPicture } from "#tests/pictures.ts";
import { readPdf } from "#tests/read-pdf.ts";
import { saveSettings } from "#tests/save-settings.ts";

const share = sharePayingShop();
const soon = { interval: 100 };

const list = async (who: Visitor, { number }: Pick<Order, "number">) =>
  (await who.get(`/api/orders/${number}/documents`)).body as ShopDocument[];

/** As the jobs do within seconds. */
async function waitForDocuments(shop: PayingShop, who: Visitor, order: Order, count: number) {
  await makeJobsDue(shop.shop.db, "follow-payments");
  shop.shop.jobs.wake();
  await expect.poll(async () => (await list(who, order)).length, soon).toBe(count);
  return list(who, order);
}

async function openWithInvoice() {
  const shop = await share();
  const [buyer, admin] = [await signUp(shop), await signUpAdmin(shop)];
  await setUpDelivery(admin);
  await verifyEmail(shop, buyer);
  const disc = await aStockedPart(shop, { name: "Disc", priceCents: 4_999 });
  const order = await payOrder(shop, buyer, await placeBasket(buyer, [[disc, 4]]));
  const [invoice] = await waitForDocuments(shop, buyer, order, 1);
  if (!invoice) throw new Error("There is an invoice");
  return { shop, buyer, admin, order, invoice };
}

async function fetchPdf(who: Visitor, { _id }: ShopDocument) {
  const response = await who.request(`/api/documents/${_id}/file.pdf`);
  expect(response.status).toBe(200);
  const bytes = Buffer.from(await response.arrayBuffer());
  return { bytes, headers: response.headers, ...readPdf(bytes) };
}

it("wait for the name, address and tax number of the company, and are issued in their order then", async () => {
  const shop = await openPayingShop();
  const [buyer, admin] = [await signUp(shop), await signUpAdmin(shop)];
  await setUpDelivery(admin);
  await saveSettings(admin, { company: { address: "", vatId: "" } });
  const disc = await aStockedPart(shop, { name: "Disc", priceCents: 4_999 });
  const orders: Order[] = [];
  for (let at = 0; at < 3; at++)
    orders.push(await payOrder(shop, buyer, await placeBasket(buyer, [[disc, 4]])));
  const [first, cancelled, last] = orders as [Order, Order, Order];
  expect((await buyer.send("DELETE", `/api/orders/${cancelled._id}`)).status).toBe(200);
  await runDueJobs(shop);

  const toDo = async () => ((await admin.get("/api/overview")).body as Overview).toDo;
  const follow = async () => {
    await makeJobsDue(shop.shop.db, "follow-payments");
    shop.shop.jobs.wake();
  };
  const pageOf = async ({ _id }: Order) =>
    (await buyer.get(`/api/orders/${_id}/page`)).body as OrderPage;
  await follow();
  await expect.poll(async () => (await toDo()).heldDocuments, soon).toBe(3);
  expect(await toDo()).toMatchObject({ sellerLacks: ["address", "vatId"] });
  expect(await pageOf(first)).toMatchObject({
    documents: [],
    documentsLack: ["address", "vatId"],
  });
  const correction = {
    key: crypto.randomUUID(),
    name: "A",
    address: "B",
    vatId: "",
    reference: "",
  };
  const corrected = await admin.send("POST", `/api/orders/${first._id}/corrections`, {
    ...correction,
    because: "Another name",
  });
  expect(corrected.status).toBe(409);

  await saveSettings(admin, { company: { address: "12 Mirpur Road" } });
  await follow();
  expect(await pageOf(first)).toMatchObject({ documents: [], documentsLack: ["vatId"] });

  await saveSettings(admin, { company: { vatId: "US123456789" } });
  await follow();
  await expect.poll(async () => (await toDo()).heldDocuments, soon).toBe(0);
  const numbers = [];
  for (const order of [first, cancelled, last])
    numbers.push((await list(buyer, order)).map(({ number }) => number.replace(/-\d{4}-/, " ")));
  expect(numbers).toEqual([["INV 00001"], ["INV 00002", "CRN 00001"], ["INV 00003"]]);
  expect(await pageOf(last)).not.toHaveProperty("documentsLack");
  expect(await toDo()).toMatchObject({ sellerLacks: [] });
  const seller = { address: "12 Mirpur Road", vatId: "US123456789" };
  const [invoice] = await list(buyer, last);
  if (!invoice) throw new Error("There is an invoice");
  for (const text of Object.values(seller))
    expect((await fetchPdf(buyer, invoice)).text).toContain(text);
});

const refund = (admin: SignedIn, { _id }: Order, body: object) =>
  admin.send("POST", `/api/orders/${_id}/refunds`, {
    key: crypto.randomUUID(),
    reason: "goodwill",
    note: "",
    ...body,
  });

it("a paid order gets an invoice, each refund a credit note, and their sums are those of the order", async () => {
  const { shop, buyer, admin, order, invoice } = await openWithInvoice();
  expect(invoice).toMatchObject({ kind: "invoice", total: order.totalPrice, tax: order.tax });
  expect(invoice.number).toMatch(/^INV-\d{4}-\d{5}$/);
  const pdf = await fetchPdf(buyer, invoice);
  for (const text of [invoice.number, `${order.number}`, "JOB-2214", "Disc", "Kaistr. 4"])
    expect(pdf.text).toContain(text);
  expect(pdf.headers.get("content-disposition")).toBe(
    `attachment; filename="${invoice.number}.pdf"`,
  );
  expect(pdf.headers.get("cache-control")).toBe("no-store");
  const hash = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
  expect(hash((await fetchPdf(admin, invoice)).bytes)).toBe(hash(pdf.bytes));

  const line = order.lines.find(({ name }) => name === "Disc")?._id;
  expect((await refund(admin, order, { lines: [{ line, quantity: 1 }] })).status).toBe(200);
  expect((await refund(admin, order, { amount: 3.21 })).status).toBe(200);
  await runDueJobs(shop);
  const documents = await waitForDocuments(shop, buyer, order, 3);
  const credits = documents.filter(({ kind }) => kind === "credit-note");
  expect(credits.map(({ total }) => total).sort()).toEqual([3.21, 49.99]);
  for (const { corrects } of credits) expect(corrects).toBe(invoice.number);
  const page = (await buyer.get(`/api/orders/${order.number}/page`)).body as OrderPage;
  expect(page.documents).toEqual(documents);
  const [credit] = credits;
  if (credit)
    expect((await fetchPdf(buyer, credit)).text).toContain(`For invoice: ${invoice.number}`);
  // A proven mailbox gets each as a file, too.
  await waitUntilLettersSent(shop);
  for (const { number } of documents) {
    const letter = (await readLetters(shop)).find((each) =>
      each.includes(`filename=${number}.pdf`),
    );
    expect(letter).toContain(buyer.email);
  }
});

it("an invoice on account names the company that owes it, and its first checkout begins with it", async () => {
  const account = await openAccount(await share());
  const { shop, buyer, admin, name } = account;
  const { body } = await buyer.get("/api/checkout");
  expect(body).toMatchObject({ company: { name, country: "DE", vatId: "DE123456789" } });
  const order = await orderOnAccount(account);
  const [invoice] = await waitForDocuments(shop, buyer, order, 1);
  if (!invoice) throw new Error("There is an invoice");
  const { text } = await fetchPdf(admin, invoice);
  expect(text.replace(/\s+/g, "")).toContain(name.replace(/\s+/g, ""));
  for (const each of ["Kaistr. 4", "Germany", "DE123456789"]) expect(text).toContain(each);
});

it("an order that was refunded before anything was issued gets its invoice first", async () => {
  const shop = await share();
  const buyer = await signUp(shop);
  const order = await orderAndPay(shop, buyer);
  expect((await buyer.send("DELETE", `/api/orders/${order._id}`)).status).toBe(200);
  await runDueJobs(shop);
  const documents = await waitForDocuments(shop, buyer, order, 2);
  expect(documents.map(({ kind, total }) => [kind, total])).toEqual([
    ["invoice", order.totalPrice],
    ["credit-note", order.totalPrice],
  ]);
  await waitUntilLettersSent(shop);
  const letters = (await readLetters(shop)).filter((each) => each.includes(buyer.email));
  const [about] = letters.filter((each) => each.includes(documents[1]?.number ?? "-"));
  expect(about).toContain(`Credit note ${documents[1]?.number} of your order ${order.number}`);
  expect(about).not.toContain("application/pdf");
  expect(letters.filter((each) => each.includes(`Invoice ${documents[0]?.number} of`))).toEqual([]);
});

it("only its customer, admins and whoever has the link of a letter get a document", async () => {
  const { shop, buyer, admin, order, invoice } = await openWithInvoice();
  const other = await openWithInvoice();
  const path = `/api/documents/${invoice._id}/file.pdf`;
  expect((await other.buyer.get(path)).status).toBe(404);
  expect((await other.buyer.get(`/api/orders/${order.number}/documents`)).status).toBe(404);
  const visitor = openVisitor(shop);
  expect((await visitor.get(path)).status).toBe(401);
  expect((await admin.request(path)).status).toBe(200);
  await waitUntilLettersSent(shop);
  const letters = (await readLetters(shop)).filter((each) => each.includes(buyer.email));
  const letter = letters.find((each) => each.includes(invoice.number)) ?? "";
  expect(letter).toContain(`Invoice ${invoice.number} of your order ${order.number}`);
  const byLink = (token: string, document: string) =>
    visitor.request("/api/order-links/document.pdf", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ token, document }),
    });
  const token = tokenOfLetter(letter);
  const linked = await byLink(token, invoice._id);
  expect([linked.status, linked.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  expect((await byLink(token, other.invoice._id)).status).toBe(404);
  expect((await byLink([...token].reverse().join(""), invoice._id)).status).toBe(404);
});

it("one customer who asks for very many at once keeps no one else from theirs", async () => {
  const { buyer, admin, invoice } = await openWithInvoice();
  const path = `/api/documents/${invoice._id}/file.pdf`;
  const all = await Promise.all(Array.from({ length: 40 }, () => buyer.request(path)));
  const statuses = new Set(all.map(({ status }) => status));
  expect([...statuses].sort()).toEqual([200, 503]);
  await Promise.all(all.map((response) => response.arrayBuffer()));
  expect((await fetchPdf(admin, invoice)).pages).toBe(1);
});

it("a correction is a credit note over all and a new invoice, once for its key", async () => {
  const { shop, buyer, admin, order, invoice } = await openWithInvoice();
  const body = {
    key: crypto.randomUUID(),
    name: "Lind Garage AB",
    address: "Kaistr. 4\nKiel\nGermany",
    vatId: "DE123456789",
    reference: "JOB-9",
    because: "The company was missing",
  };
  const path = `/api/orders/${order._id}/corrections`;
  expect((await buyer.send("POST", path, body)).status).toBe(403);
  expect(await admin.send("POST", path, { ...body, vatId: "1" })).toMatchObject({
    status: 400,
    body: { error: { fields: { vatId: expect.stringContaining("VAT") } } },
  });
  const first = await admin.send("POST", path, body);
  expect(first.status).toBe(200);
  expect((await admin.send("POST", path, body)).body).toEqual(first.body);
  const documents = await list(buyer, order);
  expect(documents.map(({ kind, total }) => `${kind} ${total}`).sort()).toEqual(
    ["credit-note", "invoice", "invoice"].map((kind) => `${kind} ${order.totalPrice}`),
  );
  const next = documents.find(
    ({ kind, number }) => kind === "invoice" && number !== invoice.number,
  );
  if (!next) throw new Error("There is a new invoice");
  const { text } = await fetchPdf(buyer, next);
  expect(text).toContain("Lind Garage AB");
  expect(text).toContain(`In place of: ${invoice.number}`);
  // What is refunded later is credited to the new one.
  expect((await refund(admin, order, { amount: 5 })).status).toBe(200);
  await runDueJobs(shop);
  const credit = (await waitForDocuments(shop, buyer, order, 4)).find(({ total }) => total === 5);
  expect(credit?.corrects).toBe(next.number);
  const problem = `Credit note ${credit?.number} is about this invoice already`;
  expect(await admin.send("POST", path, { ...body, key: crypto.randomUUID() })).toMatchObject({
    status: 409,
    body: { error: { message: expect.stringContaining(problem) } },
  });
});

it("nobody changes a document, and it outlives the account", async () => {
  const { shop, buyer, admin, order, invoice } = await openWithInvoice();
  for (const harm of [changeDocument, deleteDocument]) {
    const code = await harm(shop.shop.db, invoice._id).then(() => "done", errorCode);
    expect(code).toBe("23514");
  }
  const { email, password } = buyer;
  const left = await buyer.send("POST", "/api/own-data/delete", { email, password });
  expect(left.status).toBe(200);
  expect(await list(admin, order)).toEqual([invoice]);
  expect((await fetchPdf(admin, invoice)).text).toContain("Kaistr. 4");
});

it("bears the logo that the shop had when it was issued, and keeps it", async () => {
  const shop = await share();
  const [buyer, admin] = [await signUp(shop), await signUpAdmin(shop)];
  const { url: logo } = await uploadPicture(admin, await noisePicture().png().toBuffer());
  await setUpDelivery(admin);
  await saveSettings(admin, { company: { logo } });
  const disc = await aStockedPart(shop, { name: "Disc", priceCents: 4_999 });
  const order = await payOrder(shop, buyer, await placeBasket(buyer, [[disc, 4]]));
  const [invoice] = await waitForDocuments(shop, buyer, order, 1);
  if (!invoice) throw new Error("There is an invoice");
  const { bytes } = await fetchPdf(buyer, invoice);
  expect(bytes.toString("latin1")).toMatch(/\/Subtype \/Image/);
  await saveSettings(admin, { company: { logo: "" } });
  expect((await fetchPdf(buyer, invoice)).bytes.equals(bytes)).toBe(true);
});
