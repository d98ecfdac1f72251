export const ordersLine = "+880 2 5555 0141";

export const helplines = [
  { subject: "Orders", number: ordersLine },
  { subject: "Which part fits", number: "+880 2 5555 0142" },
  { subject: "Invoices and refunds", number: "+880 2 5555 0143" },
];

export const telephoneLink = (number: string) => `tel:${number.replaceAll(" ", "")}`;
