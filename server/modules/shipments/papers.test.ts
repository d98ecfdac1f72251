// Slips and labels as PDF: what stands on them, that they are tagged, and who gets them.
import { expect, it } from "vitest";
import type { Order } from "#contract/orders.ts";
import type { Shipment } from "#contract/shipments.ts";
import { payOrder, placeBasket, setUpDelivery } from "#tests/basket-order.ts";
import { aStockedPart, placeOrder } from "#tests/orders.ts";
import { orderAndPay, sharePayingShop } from "#tests/paying-shop.ts";
import { openVisitor, type SignedIn, signUp, signUpAdmin } from "#tests/people.ts";
import { readPdf } from "#tests/read-pdf.ts";

const share = sharePayingShop();

async function fetchPdf(who: Pick<SignedIn, "request">, path: string) {
  const response = await who.request(path);
  expect([path, response.status]).toEqual([path, 200]);
  const { headers } = response;
  return {
    ...readPdf(Buffer.from(await response.arrayBuffer())),
    headers: Object.fromEntries(
      ["content-type", "content-disposition", "cache-control"].map((name) => [
        name,
        headers.get(name),
      ]),
    ),
  };
}

it("a slip says what is in its parcel, a label where it goes, and both name fonts and tags", async () => {
  const shop = await share();
  const [buyer, admin] = [await signUp(shop), await signUpAdmin(shop)];
  await setUpDelivery(admin);
  const disc = await aStockedPart(shop, { name: "Brake disc, vented", priceCents: 4_999 });
  const order = await payOrder(shop, buyer, await placeBasket(buyer, [[disc, 4]]));
  const sent = {
    key: crypto.randomUUID(),
    isPacked: true,
    carrier: "Nordbud",
    tracking: "7003 4410",
    lines: [{ line: order.lines[0]?._id, quantity: 3 }],
  };
  const packed = await admin.send("POST", `/api/orders/${order._id}/shipments`, sent);
  const { _id } = packed.body as Shipment;
  const slip = await fetchPdf(admin, `/api/shipments/${_id}/slip.pdf`);
  for (const text of ["Packing slip", "Brake disc, vented", "Kaistr. 4", "24103 Kiel", "JOB-2214"])
    expect(slip.text).toContain(text);
  expect(slip.text).toMatch(new RegExp(`Order: ${order.number}\\n.*Parcel: 1\\n`, "s"));
  expect(slip.text).not.toContain("49.99");
  expect(slip.headers).toEqual({
    "content-type": "application/pdf",
    "content-disposition": `attachment; filename="slip-${order.number}-1.pdf"`,
    "cache-control": "no-store",
  });
  for (const tag of ["Document", "H1", "H2", "P", "Figure", "Table", "THead", "TR", "TH", "TD"])
    expect(slip.tags).toContain(tag);
  expect(slip.xmp).toMatch(/<pdfaid:part>3<.*<pdfaid:conformance>A</s);
  const label = await fetchPdf(admin, `/api/shipments/${_id}/label.pdf`);
  expect(label.text).toContain(`Order ${order.number}`);
  expect(label.text).toContain("7003 4410");
  const fonts = [...label.objects.values()].filter((each) => each.includes("/FontDescriptor\n"));
  expect(fonts.length).toBeGreaterThan(0);
  for (const font of fonts) expect(font).toMatch(/\/FontFile2 \d+ 0 R/);
});

it("those of many orders are one PDF; what is not packed yet is on them, what is unpaid or cancelled is not", async () => {
  const shop = await share();
  const [buyer, admin] = [await signUp(shop), await signUpAdmin(shop)];
  const paid: Order[] = [];
  for (let at = 0; at < 2; at++) paid.push(await orderAndPay(shop, buyer));
  const unpaid = await placeOrder(buyer, await aStockedPart(shop));
  const cancelled = await orderAndPay(shop, buyer);
  const packed = { key: crypto.randomUUID(), isPacked: true };
  await admin.send("POST", `/api/orders/${cancelled._id}/shipments`, packed);
  expect((await buyer.send("DELETE", `/api/orders/${cancelled._id}`)).status).toBe(200);
  const ids = [...paid, unpaid, cancelled].map(({ _id }) => _id).join();
  const papers = await fetchPdf(admin, `/api/shipments/papers.pdf?orders=${ids}`);
  expect(papers.pages).toBe(4);
  for (const { number } of paid) expect(papers.text).toContain(`Order: ${number}`);
  expect(papers.text).not.toContain(`${unpaid.number}`);
  const labels = await fetchPdf(admin, `/api/shipments/papers.pdf?only=labels&orders=${ids}`);
  expect(labels.pages).toBe(2);
  const none = await admin.get(`/api/shipments/papers.pdf?orders=${unpaid._id}`);
  expect(none.status).toBe(404);
  const bad = await admin.get("/api/shipments/papers.pdf?orders=1,2");
  expect([bad.status, bad.body]).toMatchObject([
    400,
    { error: { fields: { orders: expect.stringContaining("ids") } } },
  ]);
});

it("the papers of many say what is still to be sent, as its parcels, never what left already", async () => {
  const shop = await share();
  const [buyer, admin] = [await signUp(shop), await signUpAdmin(shop)];
  await setUpDelivery(admin);
  const filter = await aStockedPart(shop, { name: "Oil filter, spin-on" });
  const disc = await aStockedPart(shop, { name: "Brake disc, vented" });
  const order = await payOrder(
    shop,
    buyer,
    await placeBasket(buyer, [
      [filter, 3],
      [disc, 4],
    ]),
  );
  const [filterLine, discLine] = order.lines.map(({ _id }) => _id);
  const pack = (line: string | undefined, quantity: number, isPacked: boolean) =>
    admin.send("POST", `/api/orders/${order._id}/shipments`, {
      key: crypto.randomUUID(),
      isPacked,
      carrier: isPacked ? "" : "Nordbud",
      lines: [{ line, quantity }],
    });
  const readPapers = async () => {
    const { pages, text } = await fetchPdf(
      admin,
      `/api/shipments/papers.pdf?only=slips&orders=${order._id}`,
    );
    return {
      pages,
      text,
      parcels: [...text.matchAll(/Parcel: (\d+)/g)].map(([, parcel]) => parcel),
    };
  };
  expect((await pack(filterLine, 3, false)).status).toBe(200);
  const left = await readPapers();
  expect([left.pages, left.parcels]).toEqual([1, ["2"]]);
  expect(left.text).toContain("Brake disc, vented");
  expect(left.text).not.toMatch(/Oil filter|Nordbud/);

  expect((await pack(discLine, 1, true)).status).toBe(200);
  const both = await readPapers();
  expect([both.pages, both.parcels]).toEqual([2, ["2", "3"]]);
  expect(both.text).toMatch(/\b1\b.*Brake disc, vented.*\b3\b.*Brake disc, vented/s);
  expect(both.text).not.toContain("Oil filter");

  const rest = { key: crypto.randomUUID(), orders: [order._id] };
  expect((await admin.send("POST", "/api/shipments", rest)).status).toBe(200);
  // Nothing is left to send: marked shipped first, printed afterwards.
  expect((await readPapers()).parcels).toEqual(["1", "2", "3"]);
});

it("what is collected at the works has a slip and no label", async () => {
  const shop = await share();
  const [buyer, admin] = [await signUp(shop), await signUpAdmin(shop)];
  await setUpDelivery(admin, { kind: "collection", zone: null });
  const placed = await placeBasket(buyer, [[await aStockedPart(shop), 2]]);
  const { _id } = await payOrder(shop, buyer, placed);
  const both = await fetchPdf(admin, `/api/shipments/papers.pdf?orders=${_id}`);
  expect([both.pages, both.text]).toEqual([1, expect.stringContaining("Packing slip")]);
  const labels = await admin.get(`/api/shipments/papers.pdf?only=labels&orders=${_id}`);
  expect(labels.status).toBe(404);
  const packed = { key: crypto.randomUUID(), isPacked: true };
  const { body } = await admin.send("POST", `/api/orders/${_id}/shipments`, packed);
  const label = await admin.get(`/api/shipments/${(body as Shipment)._id}/label.pdf`);
  expect(label).toMatchObject({
    status: 404,
    body: { error: { message: expect.stringContaining("collected at the works") } },
  });
});

it("an address of any length takes one page of each", async () => {
  const shop = await share();
  const [buyer, admin] = [await signUp(shop), await signUpAdmin(shop)];
  const part = await aStockedPart(shop);
  for (const [address = "", phone = ""] of [
    ["12 Mirpur Road\n".repeat(60), `+88${"\n0".repeat(40)}`],
    [`Dhaka${"\n".repeat(500)}Bangladesh`, "0".repeat(100)],
    ["W".repeat(1_000), ""],
  ]) {
    const order = await placeOrder(buyer, part, { address, phone });
    await payOrder(shop, buyer, order);
    const both = await fetchPdf(admin, `/api/shipments/papers.pdf?orders=${order._id}`);
    expect(both.pages).toBe(2);
    expect(both.text.match(new RegExp(`Order ${order.number}`, "g"))).toHaveLength(1);
  }
});

it("only admins who work on orders get them", async () => {
  const shop = await share();
  const [buyer, admin] = [await signUp(shop), await signUpAdmin(shop)];
  const order = await orderAndPay(shop, buyer);
  const sent = { key: crypto.randomUUID() };
  const shipped = await admin.send("POST", `/api/orders/${order._id}/shipments`, sent);
  const { _id } = shipped.body as Shipment;
  for (const path of [
    `/api/shipments/${_id}/slip.pdf`,
    `/api/shipments/${_id}/label.pdf`,
    `/api/shipments/papers.pdf?orders=${order._id}`,
  ]) {
    expect((await buyer.get(path)).status).toBe(403);
    expect((await openVisitor(shop).get(path)).status).toBe(401);
  }
  expect((await admin.get(`/api/shipments/${crypto.randomUUID()}/slip.pdf`)).status).toBe(404);
});
