import { type LetterKind, letterKinds } from "#contract/letter-originals.ts";
import type { Settings, SettingsSection } from "#contract/settings.ts";

/** Until an admin saves a section. */
export const defaultSettings: Settings = {
  company: {
    name: "",
    address: "",
    country: "US",
    vatId: "",
    email: "",
    phone: "",
    timeZone: "UTC",
    openingHours: "",
    logo: "",
    accountHolder: "",
    iban: "",
    bic: "",
    bankName: "",
  },
  delivery: { zones: [], methods: [], holidays: [] },
  tax: { classes: [{ id: "standard", name: "Standard" }], rates: [], reverseChargeIn: [] },
  discounts: { groups: [], discounts: [], priceLists: [] },
  returns: {
    address: "",
    freeReasons: ["does_not_fit", "wrong_part", "damaged", "defective"],
    coreDays: 90,
    withdrawalDays: 14,
  },
  reviews: { lookFirst: false },
  security: { requireSecondFactor: false },
  holds: {
    minutes: 60,
    ordersEach: 10,
    piecesEach: 500,
    ordersPerNetwork: 60,
    ordersPerWideNetwork: 120,
    closeDays: 14,
    reminders: 3,
    reminderDays: 7,
  },
  letters: Object.fromEntries(letterKinds.map((kind) => [kind, null])) as Record<LetterKind, null>,
};

export const sections = Object.keys(defaultSettings) as SettingsSection[];
