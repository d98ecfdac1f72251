import type { CheckoutAddress } from "#contract/checkout-address.ts";

export function anAddress(address: Partial<CheckoutAddress> = {}) {
  return {
    name: "Vera Lind",
    company: "",
    street: "Kaistr. 4",
    postcode: "24103",
    city: "Kiel",
    region: "",
    country: "DE",
    phone: "+49 431 1",
    ...address,
  };
}
