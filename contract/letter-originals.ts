import type { LetterOriginal } from "./letter-original.ts";

const ignore = "If it was not you, you can ignore this letter.";
const ifItWasYou = "If that was you, all is well.";
const changeWorks =
  "The link works once, within 24 hours. The e-mail changes when the links to both addresses were followed.";

const order = ["What was ordered", "2 × Brake Disc"] as const;
const number = ["The number of the order", "10488"] as const;
const contact = ["The address of the page Contact", "https://shop.example/contact"] as const;
const returned = ["The number of the return", "1007"] as const;
const part = ["The name of the part", "Brake Disc"] as const;
const partNumber = ["Its number", "PW-1042"] as const;
const stop = [
  "How to get no more of these letters",
  "To get no more letters about parts that are back: https://shop.example/stock-alert/stop",
] as const;

const all = {
  "verify-email": {
    title: "Verify an e-mail",
    subject: "Verify your e-mail for {shop}",
    body: "someone, probably you, opened an account at {shop} with this e-mail. Please verify that it is yours.",
    closing: `Or type this code under My Profile: {code}\n\nThe link and the code work once, within 24 hours, where you are signed in.\n\n${ignore}`,
    values: { code: ["The code", "4711 0815"] },
    needs: ["code"],
  },
  reset: {
    title: "A new password",
    subject: "A new password for {shop}",
    body: "someone, probably you, asked for a new password for your account at {shop}.",
    closing:
      "The link works once, for one hour. Setting a new password signs you out everywhere else.\n\nIf it was not you, ignore this letter: your password stays the same.",
    values: {},
  },
  "sign-in-code": {
    title: "A code to order with",
    subject: "Your code for {shop}",
    body: "someone, probably you, wants to order at {shop} with this e-mail.\n\nThis is your code: {code}",
    closing: `It works once, for ten minutes, in the browser in which you asked for it.\n\n${ignore}`,
    values: { code: ["The code", "471 108"] },
    needs: ["code"],
  },
  "password-changed": {
    title: "The password was changed",
    subject: "Your password for {shop} was changed",
    body: `the password of your account at {shop} was changed just now, and every other browser was signed out.\n\n${ifItWasYou}\n\nIf it was not you, somebody else may have access to your account. Ask for a new password at once: that signs them out.`,
    closing: "",
    values: {},
  },
  "change-email-old": {
    title: "Another e-mail: to the present one",
    subject: "Another e-mail for your account at {shop}",
    body: "someone, probably you, asked to change the e-mail of your account at {shop}.\n\nIf it was you, please allow it. If it was not, do not open the link, and change your password: somebody else may have access to your account.",
    closing: changeWorks,
    values: {},
  },
  "change-email-new": {
    title: "Another e-mail: to the new one",
    subject: "Your new e-mail for {shop}",
    body: "someone, probably you, wants to use this e-mail for their account at {shop}. Please confirm that it is yours.",
    closing: `${changeWorks}\n\n${ignore}`,
    values: {},
  },
  "email-changed": {
    title: "The e-mail was changed",
    subject: "Your e-mail for {shop} was changed",
    body: "your account at {shop} has another e-mail now, as the links in our two letters allowed. This address does not sign in any more.\n\nIf it was not you, please write to the shop at once.",
    closing: "",
    values: {},
  },
  "sign-in-changed": {
    title: "A passkey or second step was changed",
    subject: "How you sign in to {shop} was changed",
    body: `a passkey or the second step of your account at {shop} was added or removed just now.\n\n${ifItWasYou}\n\nIf it was not you, somebody else may have access to your account. Look at it at once, and change your password.`,
    closing: "",
    values: {},
  },
  "order-placed": {
    title: "Ordered",
    subject: "Your order: {order}",
    body: "thank you for your order of {time} at {shop}.\n\n{next}",
    closing: "{delete}",
    values: {
      order,
      number,
      time: ["When it was placed", "23 November 2026 at 10:15 UTC"],
      next: [
        "What comes next",
        "The parts are reserved for you. We send them as soon as the order is paid.",
      ],
      delete: [
        "How it is deleted, while it can be",
        "If you change your mind, delete it under My Order: https://shop.example/dashboard/myOrder",
      ],
    },
  },
  "hold-ending": {
    title: "Not paid yet: about to expire",
    subject: "Reserved for a few minutes more: {order}",
    body: "your order is not paid yet. Its parts are reserved for you until {time}.\n\nAfter that you can still pay it as long as there is enough left.",
    closing: "If you do not want the parts any more, you need not do anything.",
    values: {
      order,
      number,
      time: ["Until when they are reserved", "23 November 2026 at 11:15 UTC"],
    },
  },
  "order-paid": {
    title: "Paid",
    subject: "Paid: {order}",
    body: "your payment of {amount} {time} has arrived. Thank you.",
    closing: "",
    values: {
      order,
      number,
      amount: ["What was paid", "$109.80"],
      time: ["“of” and when, if that is known", "of 23 November 2026 at 10:17 UTC"],
    },
  },
  invoice: {
    title: "Invoice",
    subject: "Invoice {invoice} of your order {number}",
    body: "{what}\n\nYou find it as PDF on the page of your order.",
    closing: "",
    values: {
      number,
      invoice: ["The number of the invoice", "INV-2026-00101"],
      what: [
        "What it is, and what it takes the place of",
        "thank you for your payment. Here is the invoice.",
      ],
    },
  },
  "credit-note": {
    title: "Credit note",
    subject: "Credit note {credit} of your order {number}",
    body: "here is the credit note of your refund. It belongs to invoice {invoice}.\n\nYou find it as PDF on the page of your order.",
    closing: "",
    values: {
      number,
      credit: ["The number of the credit note", "CRN-2026-00012"],
      invoice: ["The number of the invoice", "INV-2026-00101"],
    },
  },
  "order-cancelled": {
    title: "Cancelled",
    subject: "Cancelled: {order}",
    body: "{by}\n\n{money}",
    closing: "If that is not what you wanted, please contact us: {contact}",
    values: {
      order,
      number,
      by: ["Who cancelled it", "you cancelled this order on 23 November 2026 at 10:20 UTC."],
      money: [
        "What becomes of the money",
        "What you paid goes back to your card. Banks take up to ten days to show it.",
      ],
      contact,
    },
  },
  "order-refunded": {
    title: "Refunded",
    subject: "Refunded: {order}",
    body: "{amount} {when}.\n\n{why}",
    closing: "",
    values: {
      order,
      number,
      amount: ["What was refunded", "$109.80"],
      when: [
        "Where to and when",
        "was sent back to your card on 23 November 2026 at 11:00 UTC. Banks take up to ten days to show it",
      ],
      why: ["Why, if the shop did so by itself", "The order had been paid already."],
    },
  },
  "pieces-cancelled": {
    title: "Parts cancelled",
    subject: "Parts of your order {number} are cancelled",
    body: "these parts are cancelled. {amount} {where}\n\nNothing else of your order has changed.",
    closing: "",
    values: {
      number,
      amount: ["What goes back", "$54.90"],
      where: ["Where to", "goes back to your card. Banks take up to ten days to show it."],
    },
  },
  "order-shipped": {
    title: "Shipped",
    subject: "{what} is on its way",
    body: "{contents} left our works.\n\n{rest}",
    closing: "",
    values: {
      number,
      what: ["The order, or a parcel of it", "Parcel 1 of your order 10488"],
      contents: ["What was shipped", "these parts of your order have"],
      rest: ["If more follows", "The others follow."],
    },
  },
  "order-ready": {
    title: "Ready for collection",
    subject: "{what} is ready for collection",
    body: "{contents} been put ready for you at our works. {rest}\n\nYour collection code: {code}",
    closing:
      "Please bring the code and a document with your name and picture. If somebody else collects for you, give them the code.",
    values: {
      number,
      what: ["The order, or a parcel of it", "Your order 10488"],
      contents: ["What is ready", "everything that you ordered has"],
      rest: ["If more follows", "The others follow."],
      code: ["The code, or where it is shown", "471108"],
    },
    needs: ["code"],
  },
  "order-collected": {
    title: "Collected",
    subject: "Your order {number} was collected",
    body: "these parts were collected at our works. If something is missing, or if it was not you who collected them, please tell us.",
    closing: "You reach us here: {contact}",
    values: { number, contact },
  },
  "order-delivered": {
    title: "Delivered",
    subject: "Your order {number} has arrived",
    body: "these parts have been delivered. If something is missing or is not as you expected, please tell us.",
    closing: "You reach us here: {contact}",
    values: { number, contact },
  },
  "parcel-lost": {
    title: "Lost on its way",
    subject: "Parts of your order {number} were lost on their way",
    body: "parcel {parcel} of your order {number} did not reach you as it should: these parts of it were lost. We are sorry.\n\n{outcome}",
    closing: "",
    values: {
      number,
      parcel: ["The number of the parcel", "1"],
      outcome: [
        "Whether they are sent again or refunded",
        "We send you the same again. You get a letter as soon as it is on its way.",
      ],
    },
    needs: ["outcome"],
  },
  "return-asked": {
    title: "Return: asked",
    subject: "We have your request for return {return}",
    body: "you asked to return parts of your order {number}. We look at it and write to you again, within two working days.\n\nPlease keep the parts until then.",
    closing: "",
    values: { number, return: returned },
  },
  "return-approved": {
    title: "Return: approved",
    subject: "Please send us the parts of return {return}",
    body: "you can send the parts back now. Put the number of the return into the parcel.\n\n{cost}",
    closing: "",
    values: {
      number,
      return: returned,
      cost: ["Who pays for the way back", "The cost of the way back is yours."],
    },
  },
  "return-refused": {
    title: "Return: refused",
    subject: "Your return {return}",
    body: "we cannot take these parts back:\n\n{because}",
    closing: "",
    values: {
      number,
      return: returned,
      because: ["Why, as you wrote it", "The parts have been fitted."],
    },
    needs: ["because"],
  },
  "return-received": {
    title: "Return: arrived",
    subject: "Your parts of return {return} have arrived",
    body: "your parcel is here. We look at the parts next and write to you again.",
    closing: "",
    values: { number, return: returned },
  },
  "return-closed": {
    title: "Return: done",
    subject: "Your return {return} is done",
    body: "{outcome}",
    closing: "",
    values: {
      number,
      return: returned,
      outcome: [
        "What became of each part, and the refund",
        "2 × Brake Disc: refunded.\n\n$109.80 goes back to your card. Banks take up to ten days to show it.",
      ],
    },
    needs: ["outcome"],
  },
  "withdrawal-received": {
    title: "Withdrawal: received",
    subject: "We have received your withdrawal {withdrawal}",
    body: "we have received a statement by which you withdraw from a contract with us. This e-mail confirms when it arrived.\n\nIf there is a link below, please confirm by it that the withdrawal is yours: then it becomes a return at once. We look for the order and write to you what comes next, within two working days.",
    closing:
      "What follows from a withdrawal is on this page: {page}\n\nIf it was not you, please tell us: {contact}",
    values: {
      withdrawal: ["The number of the withdrawal", "1003"],
      page: ["The address of the page about withdrawals", "https://shop.example/withdrawal"],
      contact,
    },
  },
  "confirm-stock-alert": {
    title: "Back in stock: shall we tell you?",
    subject: "Shall we tell you when {part} is back?",
    body: "someone, probably you, asked {shop} to write to this address when {part} ({number}) can be ordered again.",
    closing:
      "The link works within {hours} hours. We then send one letter, when the part is back; if it is not back within {days} days, we send none.\n\nIf it was not you, you can ignore this letter: we will not write again.",
    values: {
      part,
      number: partNumber,
      hours: ["How long the link works", "48"],
      days: ["How long we look out for it", "180"],
    },
  },
  "company-invitation": {
    title: "An invitation to a company",
    subject: "You are invited to order for {company} at {shop}",
    body: "{by} invites you to order for {company} at {shop}.",
    closing: `The link works once, within {days} days. You need no password: we send a code to this e-mail.\n\n${ignore}`,
    values: {
      company: ["The company", "Garage Lind"],
      by: ["Who invites", "Vera Lind"],
      days: ["How long it works", "14"],
    },
  },
  "account-reminder": {
    title: "On account: not paid in time",
    subject: "Please pay your order {number}",
    body: "your order {number} at {shop} was to be paid by {due}. Of it, {open} is open.\n\nPlease pay it by bank transfer and name the number of the order. If you have paid meanwhile, thank you: you need not do anything.",
    closing: "If something is wrong with the order or its invoice, please tell us: {contact}",
    values: {
      number,
      due: ["Until when it was to be paid", "24 December 2026"],
      open: ["What is open", "$54.90"],
      contact,
    },
    needs: ["open"],
  },
  "known-stock-alert": {
    title: "Back in stock: on the list already",
    subject: "You are on the list for {part}",
    body: "someone, probably you, asked once more to be told when {part} ({number}) can be ordered again. You are on the list already: we will write to you.",
    closing: "{stop}",
    values: { part, number: partNumber, stop },
    needs: ["stop"],
  },
  "back-in-stock": {
    title: "Back in stock: it is",
    subject: "Back in stock: {part}",
    body: "you asked {shop} to tell you when this part can be ordered again. Now it can.",
    closing:
      "It is not reserved: others may have waited for it, too. This was our only letter about it; you can ask again on its page.\n\n{stop}",
    values: { part, number: partNumber, stop },
    needs: ["stop"],
  },
  "low-stock": {
    title: "To admins: low in stock",
    subject: "{products} low in stock",
    body: "{products} low in stock at {shop}. {rest}",
    closing:
      "You get this letter once a day while something is low, because you are an admin of the shop. What counts as low is set on the page of each product.",
    values: {
      products: ["How many", "61 products are"],
      rest: ["If not all are listed", "The 50 with the fewest are below."],
    },
  },
  "fit-question": {
    title: "To admins: does this part fit?",
    subject: "Does {number} fit? A question about a {car}",
    body: "somebody asks {shop} whether this part fits their car, of which the catalogue does not know it.",
    closing:
      "Please answer to the e-mail above; nobody else does. Nobody has checked that it is theirs.",
    values: { number: partNumber, car: ["The car", "2014 Corvane Arden"] },
  },
  "webhook-disabled": {
    title: "To owners: a webhook was switched off",
    subject: "The webhook {webhook} was switched off",
    body: "for days, no message from {shop} has arrived at this address, so the shop sends none there any more.\n\nWhat has not arrived is in its log. Once the receiver works, switch the webhook on and send all of that again.",
    closing: "",
    values: { webhook: ["Its name", "Accounting"] },
  },
} as const satisfies Record<string, LetterOriginal>;

export type LetterKind = keyof typeof all;
export const letterKinds = Object.keys(all) as LetterKind[];
export const letterOriginals: Record<LetterKind, LetterOriginal> = all;

/** What a letter of this kind has to know, besides the name of the shop. */
export type LetterValues<Kind extends LetterKind> = Record<
  keyof (typeof all)[Kind]["values"] & string,
  string
>;
