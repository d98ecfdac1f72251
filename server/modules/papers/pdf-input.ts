import type { DocumentData } from "./document-data.ts";

type Sender = { name: string; address: string; email: string; phone: string };

export type ParcelPaper = {
  sender: Sender;
  link: string;
  orderNumber: number;
  orderedOn: string;
  reference: string;
  parcel: number;
  carrier: string;
  /** Has no address label. */
  isCollection: boolean;
  tracking: string;
  to: string;
  phone: string;
  pieces: { number: string; name: string; quantity: number }[];
};

export const parcelPapers = ["slip", "label"] as const;

export type ParcelPapers = {
  kind: "parcels";
  papers: readonly (typeof parcelPapers)[number][];
  parcels: readonly ParcelPaper[];
};

export type WithdrawalPaper = {
  sender: Sender;
  number: number;
  receivedAt: string;
  name: string;
  email: string;
  orderNumber: string;
  goods: string;
};

export type PdfInput =
  | ParcelPapers
  | { kind: "withdrawal"; paper: WithdrawalPaper }
  | { kind: "document"; data: DocumentData; logo?: Uint8Array };
