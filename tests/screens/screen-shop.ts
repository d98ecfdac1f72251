// The shop of the screens: parts with pictures, people, orders in every state.
import { readFile } from "node:fs/promises";
import type { OwnCompany } from "#contract/companies.ts";
import type { VehiclePage } from "#contract/fitment.ts";
import type { CarPage } from "#contract/garage.ts";
import type { Order } from "#contract/orders.ts";
import { aReview } from "#seed/builders.ts";
import { catalogue } from "#seed/catalogue/catalogue.ts";
import type { CatalogueEntry } from "#seed/catalogue/catalogue-entry.ts";
import { partTypes } from "#seed/catalogue/part-types.ts";
import { toNewPart } from "#seed/catalogue/to-new-part.ts";
import { reviews } from "#seed/reviews.ts";
import { saveImage } from "#server/modules/media/image-store.ts";
import { addReviews } from "#server/modules/reviews/store.ts";
import { book, setTerms } from "#tests/accounts.ts";
import { changePart } from "#tests/builders/part.ts";
import { addArden, anApplication, anArden } from "#tests/builders/vehicle.ts";
import { checkFile, exportFile } from "#tests/imports.ts";
import { cards, openCardProvider } from "#tests/open-card-provider.ts";
import { type OpenShop, openShop } from "#tests/open-shop.ts";
import { aStockedPart, placeOrder, type StockedPart } from "#tests/orders.ts";
import {
  confirmPayment,
  createClientSecret,
  intentIdOf,
  type PayingShop,
  runDueJobs,
} from "#tests/paying-shop.ts";
import { type SignedIn, signUp, signUpAdmin, verifyEmail } from "#tests/people.ts";
import { asked, deliverEverywhere, orderBasket, shipPieces } from "#tests/returns.ts";

export type ScreenShop = {
  shop: PayingShop;
  part: StockedPart;
  soldOut: StockedPart;
  others: StockedPart[];
  people: { customer: SignedIn; newcomer: SignedIn; admin: SignedIn };
  importId: string;
  webhookId: string;
  carId: string;
  returnId: string;
  companyId: string;
  onAccount: Order;
  orders: Record<"unpaid" | "paid" | "shipped" | "cancelled" | "refunding" | "refunded", Order>;
};

const partsShown = 9;

/** A part that fits the Arden with one engine, and a job that needs it. */
async function addJobForArden({ get }: OpenShop, admin: SignedIn): Promise<void> {
  const part = (await get(`/api/parts/${anArden.number}`)).body as { _id: string };
  const { facts } = (await get("/api/vehicles/corvane/arden/2014")).body as VehiclePage;
  const terms = [{ fact: "engine", any: [facts[0]?.values[0]?.id ?? 0] }];
  await admin.send("POST", `/api/parts/${part._id}/applications`, anApplication({ terms }));
  const line = { type: anArden.type, scope: "vehicle", need: "always", why: "Worn together" };
  await admin.send("POST", "/api/repairs", {
    name: "Car service",
    slug: "car-service",
    note: "",
    axle: null,
    lines: [line],
  });
}

export async function openScreenShop(): Promise<ScreenShop> {
  const provider = await openCardProvider();
  const env = { ...provider.env, WEBHOOK_HOSTS: "localhost:9" };
  const shop = { ...(await openShop({ env, types: partTypes })), cards: provider };
  provider.webhooksTo(`${shop.url}/api/webhooks/card-provider`);
  const parts: StockedPart[] = [];
  for (const entry of catalogue.slice(-partsShown)) parts.push(await stand(shop, entry));
  const [soldOut, part] = parts.slice(-2);
  if (!part || !soldOut) throw new Error("The catalogue is too short for the screens");
  await addReviews(shop.shop.db, reviews.map(aReview));
  await addArden(shop.databaseUrl);

  const customer = await signUp(shop, { name: "Vera Lind", email: "vera.lind@example.com" });
  await verifyEmail(shop, customer);
  const newcomer = await signUp(shop, { name: "Nils Aker", email: "nils@example.com" });
  const people = { customer, newcomer, admin: await signUpAdmin(shop) };
  await customer.send("POST", "/api/updateUser", {
    email: customer.email,
    education: "Automotive engineering, KTH Stockholm",
    location: "Stockholm, Sweden",
    number: "+46 8 123 45 67",
    img: "",
  });
  const spam = "Wheelbearinghousing".repeat(10) + " Buy elsewhere. ".repeat(30);
  await newcomer.send("POST", "/api/reviews", aReview({ ratting: 1, description: spam }));
  const orders = await orderOfEachKind(shop, people, part);
  const omar = await signUp(shop, { name: "Omar Haddad", email: "omar.haddad@example.com" });
  for (let count = 0; count < parts.length; count++) {
    const ordered = parts[count] ?? part;
    await placeOrder(omar, ordered, { quantity: ordered.minimumQuantity + 1 + count });
  }
  await changePart(shop, soldOut, { stock: 0 });
  const { _id: importId } = await checkFile(people.admin, "prices", await priceFile(people.admin));
  await people.admin.send("POST", `/api/parts/${part.id}/applications`, anApplication());
  await addJobForArden(shop, people.admin);
  const car = await customer.send("POST", "/api/garage", {
    vehicle: 1,
    known: [],
    name: "The old one",
    vin: anArden.vin,
  });
  const { _id: carId } = car.body as CarPage;
  const webhookId = await addWebhook(people.admin);
  const line = orders.shipped.lines[0]?._id ?? "";
  const { _id: returnId } = await asked(customer, orders.shipped, [{ line, quantity: 2 }]);
  const starter = await aStockedPart(shop, { name: "Starter", deposit: 40 });
  await deliverEverywhere(people.admin);
  await shipPieces(people.admin, await orderBasket(shop, omar, [[starter, 4]]));
  const known = {
    shop,
    part,
    soldOut,
    others: parts.slice(0, -2),
    people,
    orders,
    importId,
    webhookId,
    carId,
    returnId,
  };
  return { ...known, ...(await buyOnAccount(people.admin, omar, part)) };
}

async function buyOnAccount(admin: SignedIn, buyer: SignedIn, part: StockedPart) {
  const details = { name: "Haddad Motors", address: "Kaistr. 4", country: "DE", vatId: "" };
  const { body } = await buyer.send("POST", "/api/own-company", details);
  const companyId = (body as OwnCompany).company?._id ?? "";
  await setTerms(admin, companyId, { limit: 90_000, days: 30 });
  const onAccount = await placeOrder(buyer, part, { quantity: part.minimumQuantity + 3 });
  await buyer.send("POST", `/api/orders/${onAccount._id}/account`);
  await book(admin, onAccount, 10);
  return { companyId, onAccount };
}

/** Nothing listens there. */
async function addWebhook(admin: SignedIn): Promise<string> {
  const kinds = ["order.placed", "order.paid"];
  const sent = { name: "Accounting", url: "https://localhost:9/orders", kinds };
  const { _id } = (await admin.send("POST", "/api/webhooks", sent)).body as { _id: string };
  await admin.send("POST", `/api/webhooks/${_id}/test`);
  return _id;
}

/** With a change, a question and a fault. */
async function priceFile(admin: SignedIn): Promise<string> {
  const [, one = "", other = ""] = (await exportFile(admin, "prices")).split("\r\n");
  return ["part,price", one.replace(/.$/, "1"), `${other}0`.replace(".", "9."), "PW-404,1"].join(
    "\n",
  );
}

async function stand(shop: OpenShop, entry: CatalogueEntry): Promise<StockedPart> {
  const read = (width: number) =>
    readFile(new URL(`../../seed/pictures/${entry.slug}-${width}.webp`, import.meta.url));
  const widths = { 320: await read(320), 640: await read(640), 960: await read(960) };
  const img = await saveImage(shop.shop.env.DATA_DIR, widths);
  const { price: _, ...part } = toNewPart(entry, [img]);
  return aStockedPart(shop, { ...part, priceCents: entry.priceCents });
}

async function orderOfEachKind(
  shop: PayingShop,
  { customer, admin }: ScreenShop["people"],
  part: StockedPart,
): Promise<ScreenShop["orders"]> {
  const place = (quantity: number) => placeOrder(customer, part, { quantity });
  async function pay(order: Order, card = cards.good): Promise<Order> {
    const secret = await createClientSecret(customer, order);
    await shop.cards.pay(secret, card);
    await confirmPayment(customer, order, intentIdOf(secret));
    return order;
  }
  async function remove(order: Order): Promise<Order> {
    await customer.send("DELETE", `/api/orders/${order._id}`);
    return order;
  }
  /** Some of it. */
  async function ship(order: Order): Promise<Order> {
    const lines = [{ line: order.lines[0]?._id ?? "", quantity: 4 }];
    const tracked = { carrier: "Nordbud", tracking: "7003 4410", trackingUrl: "https://a.example" };
    const body = { key: crypto.randomUUID(), lines, ...tracked };
    await admin.send("POST", `/api/orders/${order._id}/shipments`, body);
    return order;
  }
  const orders = {
    cancelled: await remove(await place(4)),
    refunded: await remove(await pay(await place(12))),
    refunding: await remove(await pay(await place(8), cards.refundsLate)),
    shipped: await ship(await pay(await place(10))),
    paid: await pay(await place(24)),
    unpaid: await place(6),
  };
  await runDueJobs(shop);
  return orders;
}
