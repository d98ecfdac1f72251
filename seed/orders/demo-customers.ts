import { demoEmails, demoNames } from "../demo-accounts.ts";

export type DemoCustomer = { email: string; phone: string; address: string };

const customer = (mailbox: string, phone: string, address: string): DemoCustomer => ({
  email: `${mailbox}@garages.example`,
  phone,
  address,
});

/** By name. Those but Carl Mercer have no password, as people who signed in with Google. */
export const demoCustomers = {
  [demoNames.customer]: {
    ...customer("carl", "+44 161 496 0142", "Unit 7, Canal Works, Manchester M1 2WD"),
    email: demoEmails.customer,
  },
  "Annika Lindqvist": customer("annika", "+46 31 390 06 12", "Ringgatan 14, 416 61 Gothenburg"),
  "Tomasz Wieczorek": customer("tomasz", "+48 61 555 01 27", "Warsztatowa 3, 61-896 Poznan"),
  "Grace Adeyemi": customer("grace", "+234 1 700 0144", "18 Depot Road, Ikeja, Lagos"),
  "Mateus Carvalho": customer("mateus", "+351 21 555 0163", "Rua da Oficina 52, 1900 Lisbon"),
  "Hiroko Tanabe": customer("hiroko", "+81 52 555 0118", "4-11 Sakae, Naka-ku, Nagoya"),
  "Declan Byrne": customer("declan", "+353 21 555 0190", "5 Quay Lane, Cork T12 X8E2"),
  "Priya Raghunathan": customer("priya", "+91 44 5550 0175", "27 Mount Lane, Chennai 600002"),
  "Luc Desrochers": customer("luc", "+1 418 555 0136", "880 rue du Garage, Quebec G1K 3X2"),
  "Sarah Whitcombe": customer("sarah", "+61 7 5550 0109", "61 Foundry Street, Brisbane QLD 4000"),
  "Jonas Berg": customer("jonas", "+47 55 55 01 82", "Verkstedveien 9, 5053 Bergen"),
} as const satisfies Record<string, DemoCustomer>;

export type CustomerName = keyof typeof demoCustomers;
