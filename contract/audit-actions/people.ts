import type { AuditedAction } from "./audited-action.ts";
import { count, nameIn } from "./words.ts";

export const peopleActions = {
  "make-admin": {
    title: "Made an admin",
    kind: "person",
    tell: () => ["made ", " an admin"],
  },
  "change-role": {
    title: "Gave or took a role",
    kind: "person",
    tell: ({ before, after }) =>
      after.role === "customer"
        ? [`took the role “${before.role}” from `, ""]
        : ["gave ", ` the role “${after.role}”`],
  },
  "delete-user": {
    title: "Deleted a user",
    kind: "person",
    tell: ({ before }) => [
      `deleted the account of ${before.role === "admin" ? "an admin" : "a customer"}`,
    ],
  },
  "sign-out-person": {
    title: "Signed a person out everywhere",
    kind: "person",
    tell: () => ["signed ", " out everywhere"],
  },
  "sign-out-people": {
    title: "Signed many people out",
    kind: "person",
    tell: ({ after }) => [`signed ${countPeople(after.people)} out everywhere`],
  },
  "export-person": {
    title: "Exported the data of a person",
    kind: "person",
    tell: () => ["exported the data of ", ""],
  },
  "erase-person": {
    title: "Erased the data of a person",
    kind: "person",
    tell: () => ["erased the data of ", ""],
  },
  "set-price-group": {
    title: "Put a person into a group of customers",
    kind: "person",
    tell: ({ before, after }) =>
      after.group === null
        ? ["took ", ` out of the group of customers “${nameIn(before, "group")}”`]
        : ["put ", ` into the group of customers “${nameIn(after, "group")}”`],
  },
  "set-price-groups": {
    title: "Put many people into a group of customers",
    kind: "person",
    tell: ({ after }) =>
      after.group === null
        ? [`took ${countPeople(after.people)} out of their groups of customers`]
        : [
            `put ${countPeople(after.people)} into the group of customers “${nameIn(after, "group")}”`,
          ],
  },
  "change-email": {
    title: "Changed their own e-mail",
    kind: "person",
    tell: ({ before, after }) => [
      `changed their own e-mail from ${before.email} to ${after.email}`,
    ],
  },
  "reset-second-step": {
    title: "Reset a lost second step",
    kind: "person",
    tell: () => ["reset the lost second step of ", ""],
  },
  "edit-review": {
    title: "Hid, showed or answered a review",
    kind: "review",
    tell: ({ after }) => {
      if (after.hidden !== undefined) return after.hidden ? ["hid ", ""] : ["showed ", " again"];
      if (after.answer === null) return ["took back the answer to ", ""];
      if (after.answer !== undefined) return ["answered ", ""];
      if (after.reported === true) return ["brought back the reports of ", ""];
      if (after.reported === false) return ["settled the reports of ", ""];
      return after.waiting ? ["let ", " wait again"] : ["left ", " hidden"];
    },
  },
  "edit-reviews": {
    title: "Hid or showed many reviews",
    kind: "review",
    tell: ({ after }) => [`${after.hidden ? "hid" : "showed"} ${count(after.reviews, "review")}`],
  },
  "delete-review": {
    title: "Deleted a review",
    kind: "review",
    instead: { kind: "person", id: ({ account }) => account },
    tell: ({ before: { ratting, part, partName, account } }) => {
      const what = part === undefined ? "the shop" : (partName ?? "a product");
      const told = `deleted a review of ${what} with ${ratting} of 5 stars`;
      return account === undefined ? [told] : [`${told} by `, ""];
    },
  },
} as const satisfies Record<string, AuditedAction>;

const countPeople = (many: unknown) => (many === 1 ? "1 person" : `${many} people`);
