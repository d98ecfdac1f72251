// The card field. Its digits are sent to the card provider only.
import type { Billing, FieldOptions, FieldState } from "../messages.ts";
import { applyStyle } from "./apply-style.ts";
import {
  cvcLength,
  findBrand,
  formatExpiry,
  formatNumber,
  maxDigits,
  normalizeExpiry,
  problem,
  readExpiry,
  readNumber,
} from "./card-format.ts";
import { Field } from "./field.ts";
import { confirmIntent } from "./intents.ts";
import { answerCalls, type SendEvent } from "./serve-page.ts";

let sendEvent: SendEvent = () => {};
let lastSent = "";

const nothing = () => {};
const number: Field = new Field("cardnumber", {
  format: formatNumber,
  normalize: (digits) => digits.slice(0, maxDigits(digits)),
  read: readNumber,
  incomplete: problem("incomplete_number"),
  changed,
  onComplete: () => expiry.input.focus(),
  onBackspace: nothing,
});
const expiry: Field = new Field("exp-date", {
  format: formatExpiry,
  normalize: (digits) => normalizeExpiry(digits).slice(0, 4),
  read: readExpiry,
  incomplete: problem("incomplete_expiry"),
  changed,
  onComplete: () => cvc.input.focus(),
  onBackspace: () => number.input.focus(),
});
const cvc: Field = new Field("cvc", {
  format: (digits) => digits,
  normalize: (digits) => digits.slice(0, cvcLength(findBrand(number.digits))),
  read: (digits) => ({ isComplete: digits.length === cvcLength(findBrand(number.digits)) }),
  incomplete: problem("incomplete_cvc"),
  changed,
  onComplete: () => !postal.input.hidden && postal.input.focus(),
  onBackspace: () => expiry.input.focus(),
});
const postal: Field = new Field("postal", {
  format: (digits) => digits,
  normalize: (digits) => digits.slice(0, 5),
  read: (digits) => ({ isComplete: Boolean(postal.input.hidden) || digits.length === 5 }),
  incomplete: problem("incomplete_zip"),
  changed,
  onComplete: nothing,
  onBackspace: () => cvc.input.focus(),
});
const fields = [number, expiry, cvc, postal];

function state(): FieldState {
  const shown = fields.filter(({ input }) => !input.hidden);
  const wrong = shown.find((field) => field.problem)?.problem;
  return {
    empty: shown.every((field) => field.isEmpty),
    complete: shown.every((field) => field.isComplete),
    error: wrong && { type: "validation_error", ...wrong },
    brand: findBrand(number.digits),
    postalCode: postal.digits,
  };
}

function changed(): void {
  const present = state();
  for (const field of fields) field.show();
  document.documentElement.dataset.brand = present.brand;
  document.documentElement.dataset.state = present.error
    ? "invalid"
    : present.complete
      ? "complete"
      : "usual";
  if (JSON.stringify(present) === lastSent) return;
  lastSent = JSON.stringify(present);
  sendEvent("change", present);
}

function update({ style, hidePostalCode, hideIcon, disabled, value }: FieldOptions): void {
  if (style) applyStyle(style);
  if (hidePostalCode !== undefined) postal.input.hidden = hidePostalCode;
  if (hideIcon !== undefined) document.documentElement.dataset.icon = hideIcon ? "none" : "shown";
  if (disabled !== undefined) for (const { input } of fields) input.disabled = disabled;
  if (value?.postalCode !== undefined) postal.set(value.postalCode);
  sendHeight();
  if (lastSent === "") lastSent = JSON.stringify(state());
  else changed();
}

async function confirm({ clientSecret, billing }: { clientSecret: string; billing: Billing }) {
  const unfinished = fields.find(({ input, missingInput }) => !input.hidden && missingInput);
  const wrong = unfinished?.missingInput;
  if (unfinished && wrong) {
    unfinished.input.focus();
    return { error: { type: "validation_error" as const, ...wrong } };
  }
  const method: Record<string, string> = {
    "payment_method_data[type]": "card",
    "payment_method_data[card][number]": number.digits,
    "payment_method_data[card][exp_month]": expiry.digits.slice(0, 2),
    "payment_method_data[card][exp_year]": expiry.digits.slice(2),
    "payment_method_data[card][cvc]": cvc.digits,
  };
  for (const [name, value] of Object.entries(billing)) {
    method[`payment_method_data[billing_details][${name}]`] = value;
  }
  return confirmIntent(clientSecret, method);
}

function clear(): void {
  for (const field of fields) field.set("");
  changed();
}

answerCalls((send) => {
  sendEvent = send;
  return {
    update,
    confirm,
    clear,
    focus: () => number.input.focus(),
    blur: () => (document.activeElement as HTMLElement | null)?.blur(),
  };
});

document.addEventListener("focusin", ({ relatedTarget }) => {
  if (relatedTarget === null) sendEvent("focus", undefined);
});
document.addEventListener("focusout", ({ relatedTarget }) => {
  if (relatedTarget === null) sendEvent("blur", undefined);
});
document.addEventListener("keydown", ({ key }) => {
  if (key === "Escape") sendEvent("escape", undefined);
  if (key === "Enter") sendEvent("enter", undefined);
});
new ResizeObserver(sendHeight).observe(document.body);

function sendHeight(): void {
  sendEvent("height", Math.ceil(document.body.scrollHeight));
}
