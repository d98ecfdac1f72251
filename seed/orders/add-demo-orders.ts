// Sixty days of a shop, made by its own functions at their times.
import { eq } from "drizzle-orm";
import { saveEdit } from "#server/modules/catalog/edit-part.ts";
import {
  addCompany,
  addMember,
  findMembership,
  saveTerms,
} from "#server/modules/companies/store.ts";
import { addUser } from "#server/modules/customers/add-user.ts";
import { users } from "#server/modules/customers/tables.ts";
import { editStock } from "#server/modules/inventory/edit-stock.ts";
import { endHolds, lockOrders } from "#server/modules/orders/end-holds.ts";
import { numberOrders } from "#server/modules/orders/number-orders.ts";
import type { Env } from "#server/platform/config/env.ts";
import type { Connection } from "#server/platform/database/connect.ts";
import { anonymousCaller } from "#server/platform/http/caller.ts";
import type { SignedInCaller } from "#server/platform/http/handler.ts";
import { demoEmails, demoNames } from "../demo-accounts.ts";
import { basketOrders, unclearWithdrawal } from "./basket-orders.ts";
import { basketSteps, withdraw } from "./basket-steps.ts";
import { type DemoChange, demoChanges } from "./demo-changes.ts";
import { type CustomerName, demoCustomers } from "./demo-customers.ts";
import { demoOrders } from "./demo-orders.ts";
import { type DemoShop, findDemoPart, granted, openDemoShop, toCaller } from "./demo-shop.ts";
import { monthBefore } from "./month-before.ts";
import { orderSteps } from "./order-steps.ts";
import { setWebhooks, waitForEmulator } from "./pay-by-card.ts";
import { type Step, takeSteps } from "./take-steps.ts";
import { weekSteps } from "./week-steps.ts";

/**
 * For a shop that was just filled, on one connection. Only with the emulator of the card provider: no
 * real account is filled with payments.
 */
export async function addDemoOrders(connection: Connection, env: Env): Promise<void> {
  const { STRIPE_API_URL: provider } = env;
  if (!(await waitForEmulator(provider))) return;
  const shop = openDemoShop(connection, env);
  const admin = await findCaller(shop, demoEmails.admin);
  await shop.setTime(new Date(Date.now() - daysOpen * 86_400_000));
  const customers = await addCustomers(shop);
  await addDemoCompany(shop, customers);
  const customerOf = (name: CustomerName) => {
    const customer = customers.get(name);
    if (!customer) throw new Error(`${name} has no account`);
    return customer;
  };
  await setWebhooks(provider, "hold");
  try {
    await takeSteps(shop, [
      ...demoChanges.map((change) => changeStep(shop, change, admin)),
      ...[...monthBefore, ...demoOrders].flatMap((order) =>
        orderSteps(shop, order, { customer: customerOf(order.by), admin }),
      ),
      ...basketOrders.flatMap((order) =>
        basketSteps(shop, order, { customer: customerOf(order.by), admin }),
      ),
      withdrawalStep(shop),
      ...weekSteps(shop, { admin, customerOf }),
    ]);
  } finally {
    await setWebhooks(provider, "deliver");
  }
}

/** The customers came before their first orders. */
const daysOpen = 60;

async function addCustomers(shop: DemoShop): Promise<Map<CustomerName, SignedInCaller>> {
  const names = Object.keys(demoCustomers) as CustomerName[];
  const customers = new Map<CustomerName, SignedInCaller>();
  for (const name of names) {
    const { email } = demoCustomers[name];
    const account = { email, name, role: "customer", passwordHash: null } as const;
    await addUser(shop.db, { ...account, isEmailVerified: true });
    customers.set(name, await findCaller(shop, email));
  }
  return customers;
}

/** Carl's garage, in which Declan orders as well. */
async function addDemoCompany(
  { db }: DemoShop,
  customers: ReadonlyMap<CustomerName, SignedInCaller>,
): Promise<void> {
  const [owner, buyer] = [demoNames.customer, "Declan Byrne" as const].map(
    (name) => customers.get(name)?.person._id,
  );
  if (!owner || !buyer) throw new Error("The people of the demo's company have no accounts");
  const details = {
    name: "Mercer & Byrne Garage Ltd",
    address: "Unit 7, Canal Works, Manchester M1 2WD",
    country: "GB",
    vatId: "GB123456789",
  };
  await addCompany(db, owner, details);
  const membership = await findMembership(db, owner);
  if (!membership) throw new Error("The demo's company has no owner");
  await addMember(db, buyer, { ...membership, role: "buyer" });
  const company = { id: membership.companyId, creditLimitCents: null };
  await saveTerms(db, company, { creditLimitCents: 500_000, paymentDays: 14 });
}

async function findCaller({ db }: DemoShop, email: string): Promise<SignedInCaller> {
  const [user] = await db.select().from(users).where(eq(users.email, email));
  if (!user) throw new Error(`${email} has no account`);
  return toCaller(user);
}

function changeStep(shop: DemoShop, change: DemoChange, admin: SignedInCaller): Step {
  return {
    at: new Date(Date.now() - change.daysAgo * 86_400_000),
    async take() {
      const { _id } = await findDemoPart(shop, change.part);
      if ("price" in change) return granted(saveEdit(shop.db, admin, _id, { price: change.price }));
      const { reason, pieces, note } = change;
      const stock = { db: shop.db, stockOrders: { numberOrders, lockOrders, endHolds } };
      return granted(editStock(stock, admin, _id, { reason, pieces, note }));
    },
  };
}

function withdrawalStep(shop: DemoShop): Step {
  const { daysAgo, ...statement } = unclearWithdrawal;
  return {
    at: new Date(Date.now() - daysAgo * 86_400_000),
    take: () => withdraw(shop, anonymousCaller, statement),
  };
}
