import type { DeliveryMethod, DeliverySettings } from "../delivery-settings.ts";
import type { DiscountSetting, DiscountSettings } from "../discount-settings.ts";
import { letterKinds } from "../letter-originals.ts";
import type { FieldMessages } from "../refusals.ts";
import type { Settings, SettingsSection } from "../settings.ts";
import type { TaxSettings } from "../tax-settings.ts";
import { letterProblems } from "./fill-letter.ts";
import { placesOverlap } from "./find-zone.ts";

const maxActiveDiscounts = 64;

type Note = (field: string, message: string) => void;

export function settingsProblems(section: SettingsSection, settings: Settings): FieldMessages {
  const problems: FieldMessages = {};
  const note: Note = (field, message) => {
    problems[field] ??= message;
  };
  if (section === "delivery") checkDelivery(settings, note);
  if (section === "tax") checkTax(settings, note);
  if (section === "company") checkCompany(settings, note);
  if (section === "letters") checkLetters(settings.letters, note);
  if (section === "discounts") checkDiscounts(settings.discounts, note);
  return problems;
}

/** Invoices would be held without it. */
export function unnamedProblems({ name }: Settings["company"]): FieldMessages {
  if (name.trim() !== "") return {};
  return { name: "Please enter the name of your company: invoices and credit notes need it" };
}

/** Who turns the second factor on without one would lose their own rights by it. */
export function shutsOutProblems(
  { hasFactor }: { hasFactor: boolean },
  before: Settings,
  after: Settings,
): FieldMessages {
  const isTurnedOn =
    after.security.requireSecondFactor && !before.security.requireSecondFactor && !hasFactor;
  if (!isTurnedOn) return {};
  const requireSecondFactor =
    "Set up a second factor of your own under “Sign-in and security” first, and sign in with it";
  return { requireSecondFactor };
}

function checkLetters(letters: Settings["letters"], note: Note): void {
  for (const kind of letterKinds) {
    const text = letters[kind];
    const problems = text ? letterProblems(kind, text) : {};
    for (const [field, message] of Object.entries(problems)) note(`${kind}.${field}`, message);
  }
}

function checkCompany({ company, tax }: Settings, note: Note): void {
  if (tax.reverseChargeIn.length > 0 && !company.vatId) {
    note("vatId", "Reverse charge is set up in the tax settings, which needs the VAT number");
  }
  if (tax.reverseChargeIn.includes(company.country)) {
    note("country", "The tax settings have reverse charge for this country, which is your own");
  }
}

function checkDelivery({ delivery, tax }: Settings, note: Note): void {
  noteRepeated(delivery.zones, "id", "zones", note);
  noteRepeated(delivery.methods, "id", "methods", note);
  checkPlaces(delivery, note);
  const zones = new Set(delivery.zones.map(({ id }) => id));
  const classes = new Set(tax.classes.map(({ id }) => id));
  for (const [at, method] of delivery.methods.entries()) {
    const field = (name: string) => `methods.${at}.${name}`;
    if (method.zone !== null && !zones.has(method.zone)) {
      note(field("zone"), `There is no zone ${method.zone}`);
    }
    if ((method.kind === "collection") !== (method.zone === null)) {
      const message =
        method.kind === "collection"
          ? "Collection is at the works: it has no zone"
          : "A carrier needs a zone to deliver to";
      note(field("zone"), message);
    }
    if (!classes.has(method.taxClass)) {
      note(field("taxClass"), `There is no tax class ${method.taxClass} in the tax settings`);
    }
    if (method.transitTo < method.transitFrom) {
      note(field("transitTo"), "Must not be less than the shortest time under way");
    }
    checkRates(method, (name, message) => note(field(name), message));
  }
  const days = new Set<string>();
  for (const [at, { calendar, day }] of delivery.holidays.entries()) {
    if (days.has(`${calendar} ${day}`)) note(`holidays.${at}.day`, "Is in this calendar already");
    days.add(`${calendar} ${day}`);
  }
}

function checkPlaces({ zones }: DeliverySettings, note: Note): void {
  const places = zones.flatMap((zone, zoneAt) =>
    zone.places.map((place, at) => ({ zone, place, field: `zones.${zoneAt}.places.${at}` })),
  );
  for (const [index, { place, zone, field }] of places.entries()) {
    if ((place.from === "") !== (place.to === "")) {
      note(`${field}.to`, "A range of postcodes has a first and a last one");
    } else if (place.to < place.from) {
      note(`${field}.to`, "Must not come before the first postcode");
    }
    const earlier = places.slice(0, index);
    const same = earlier.find((other) => placesOverlap(place, other.place));
    if (same)
      note(field, `Overlaps a place of ${same.zone === zone ? "this zone" : same.zone.name}`);
  }
}

function checkRates({ rates }: DeliveryMethod, note: Note): void {
  for (const [at, { upTo }] of rates.entries()) {
    const before = rates[at - 1];
    if (!before) continue;
    if (before.upTo === null) note(`rates.${at}.upTo`, "The price before it has no end");
    else if (upTo !== null && upTo <= before.upTo) {
      note(`rates.${at}.upTo`, "Must be more than in the price before it");
    }
  }
}

function checkTax({ tax, delivery, company }: Settings, note: Note): void {
  noteRepeated(tax.classes, "id", "classes", note);
  const classes = new Set(tax.classes.map(({ id }) => id));
  for (const { name, taxClass } of delivery.methods) {
    if (!classes.has(taxClass)) note("classes", `The delivery method ${name} needs ${taxClass}`);
  }
  for (const [at, rate] of tax.rates.entries()) {
    if (!classes.has(rate.class)) {
      note(`rates.${at}.class`, `There is no tax class ${rate.class}`);
    }
    if (rate.from !== null && rate.until !== null && rate.until < rate.from) {
      note(`rates.${at}.until`, "Must not be before the first day");
    }
    checkAgainst(tax.rates.slice(0, at), rate, (name, message) =>
      note(`rates.${at}.${name}`, message),
    );
  }
  if (tax.reverseChargeIn.length === 0) return;
  if (!company.vatId) {
    note("reverseChargeIn", "Needs the VAT number of your company, in the company settings");
  }
  if (tax.reverseChargeIn.includes(company.country)) {
    note("reverseChargeIn", `${company.country} is your own country`);
  }
}

type Rate = TaxSettings["rates"][number];

function checkAgainst(earlier: readonly Rate[], rate: Rate, note: Note): void {
  for (const other of earlier) {
    if (other.country !== rate.country || !periodsOverlap(other, rate)) continue;
    const isSamePlace = other.region.toLowerCase() === rate.region.toLowerCase();
    if (isSamePlace && other.class === rate.class) {
      note("from", "There is another rate for this place, class and time");
    }
    const isShared = isSamePlace || other.region === "" || rate.region === "";
    if (isShared && other.contained !== rate.contained) {
      note("contained", "Taxes of one place are either all in the price or all added");
    }
  }
}

export function checkDiscounts({ groups, discounts, priceLists }: DiscountSettings, note: Note) {
  noteRepeated(groups, "id", "groups", note);
  noteRepeated(discounts, "id", "discounts", note);
  noteRepeated(discounts, "code", "discounts", note);
  noteRepeated(priceLists, "id", "priceLists", note);
  const known = new Set(groups.map(({ id }) => id));
  const checkGroup = (group: string | null, field: string) => {
    if (group !== null && !known.has(group)) note(field, `There is no group ${group}`);
  };
  for (const [at, discount] of discounts.entries()) {
    checkGroup(discount.group, `discounts.${at}.group`);
    checkDiscount(discount, (name, message) => note(`discounts.${at}.${name}`, message));
  }
  if (discounts.filter(({ active }) => active).length > maxActiveDiscounts) {
    note("discounts", `At most ${maxActiveDiscounts} can be in force at once. Switch some off.`);
  }
  for (const [at, { group, percents, prices, from, until }] of priceLists.entries()) {
    if (from && until && until <= from) {
      note(`priceLists.${at}.until`, "Must be after its beginning");
    }
    checkGroup(group, `priceLists.${at}.group`);
    noteSame(percents, ({ from }) => `${from}`, `priceLists.${at}.percents`, note);
    noteSame(prices, ({ part, from }) => `${part} ${from}`, `priceLists.${at}.prices`, note);
  }
}

function checkDiscount(discount: DiscountSetting, note: Note): void {
  const { action, percentBp, cents, from, until } = discount;
  if (action === "percent" && percentBp === 0) note("percentBp", "Must be more than nothing");
  if (action === "amount" && cents === 0) note("cents", "Must be more than nothing");
  if (from !== null && until !== null && until <= from)
    note("until", "Must be after its beginning");
}

function noteRepeated<Row, Name extends keyof Row & string>(
  rows: readonly Row[],
  name: Name,
  list: string,
  note: Note,
): void {
  const known = new Set<unknown>();
  for (const [at, { [name]: value }] of rows.entries()) {
    if (value !== null && known.has(value))
      note(`${list}.${at}.${name}`, `There is another ${value}`);
    known.add(value);
  }
}

function noteSame<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  list: string,
  note: Note,
): void {
  const known = new Set<string>();
  for (const [at, row] of rows.entries()) {
    if (known.has(keyOf(row))) note(`${list}.${at}.from`, "Is in this list already");
    known.add(keyOf(row));
  }
}

type Period = { from: string | null; until: string | null };

function periodsOverlap(one: Period, other: Period): boolean {
  const begins = (rate: typeof one) => rate.from ?? "";
  const ends = (rate: typeof one) => rate.until ?? "9999-12-31";
  return begins(one) <= ends(other) && begins(other) <= ends(one);
}
