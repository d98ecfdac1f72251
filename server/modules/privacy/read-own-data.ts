import type { Person } from "#contract/identity.ts";
import type { OwnData } from "#contract/own-data.ts";
import type { PrivacyContext } from "./context.ts";

export async function readOwnData(
  { db, env, filterPicture, ownData }: PrivacyContext,
  person: Person,
  session = "",
): Promise<OwnData> {
  const { _id } = person;
  const account = await ownData.readOwnAccount(db, _id, filterPicture);
  const reviews = await ownData.readOwnReviews(db, _id, filterPicture);
  const pictures = reviews.map(({ picture }) => picture);
  const shown = [...[...account.profiles, ...reviews].map(({ img }) => img), ...pictures];
  return {
    exportedAt: new Date().toISOString(),
    ...account,
    changes: await ownData.listChangesAbout(db, _id),
    signIns: await ownData.readOwnSignIns(db, person, session),
    reviews,
    reviewReports: await ownData.readOwnReports(db, _id),
    orders: await ownData.listOwnOrders(db, _id, { state: "all" }),
    billing: await ownData.readOwnBilling(db, _id),
    correctedAddresses: await ownData.readOwnCorrections(db, _id),
    shipments: await ownData.readOwnShipments(db, _id),
    company: await ownData.readOwnMembership(db, _id),
    invitations: await ownData.readOwnInvitations(db, person),
    documents: await ownData.readOwnDocuments(db, _id),
    basket: await ownData.readOwnBasket(db, _id),
    checkout: await ownData.readOwnCheckout(db, _id),
    returns: await ownData.readOwnReturns(db, _id),
    withdrawals: await ownData.readOwnWithdrawals(db, person),
    stockAlerts: await ownData.readOwnAlerts(db, person),
    garage: await ownData.readOwnGarage(db, env.VIN_KEYS, _id),
    cardCustomer: (await ownData.findCustomer(db, _id)) ?? null,
    wishes: await ownData.readOwnWishes(db, _id),
    savedViews: await ownData.readOwnViews(db, _id),
    waitingLetters: await ownData.listWaitingLetters(db, person),
    pictures: await ownData.readUploads(env, shown),
  };
}
