import type Stripe from "stripe";
import { apiCall, type CallContext } from "./api-call.ts";
import { missingObject } from "./errors.ts";
import { listObjects, pageParams } from "./list-objects.ts";
import { newCustomer } from "./new-objects.ts";
import { detach } from "./payment-methods.ts";
import { readMetadata } from "./read-params.ts";

const create = apiCall({
  method: "POST",
  path: "/v1/customers",
  who: ["server"],
  params: { email: "text", name: "text", metadata: "table" },
  act(context, { email = null, name = null, metadata }) {
    const customer = newCustomer({ email, name, metadata: readMetadata(metadata) });
    context.store.save(customer);
    context.publish("customer.created", customer);
    return customer;
  },
});

const retrieve = apiCall({
  method: "GET",
  path: "/v1/customers/:id",
  who: ["server"],
  params: {},
  act: (context, _params, { id }) => requireCustomer(context, id, "id"),
});

const remove = apiCall({
  method: "DELETE",
  path: "/v1/customers/:id",
  who: ["server"],
  params: {},
  act(context, _params, { id }) {
    const customer = requireCustomer(context, id, "id");
    for (const method of context.store.list("payment_method", { parent: id, limit: 100 }).data) {
      detach(context, method);
    }
    context.store.remove(id);
    context.publish("customer.deleted", customer);
    return { id, object: "customer", deleted: true };
  },
});

const listMethods = apiCall({
  method: "GET",
  path: "/v1/customers/:id/payment_methods",
  who: ["server"],
  params: { ...pageParams, type: "text" },
  act(context, { type: _cards, ...params }, { id }) {
    requireCustomer(context, id, "customer");
    const url = `/v1/customers/${id}/payment_methods`;
    return listObjects(context.store, "payment_method", url, params, { parent: id });
  },
});

export function requireCustomer(
  { store }: CallContext,
  id: string,
  param = "customer",
): Stripe.Customer {
  const customer = store.find("customer", id);
  if (!customer) throw missingObject("customer", id, param);
  return customer;
}

export const customerCalls = [create, retrieve, remove, listMethods];
