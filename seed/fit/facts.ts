import { toSlug } from "#contract/rules/part-path.ts";
import type { NewFact } from "#server/modules/fitment/add-vehicles.ts";

const values = (...labels: string[]) => labels.map((label) => ({ label, slug: toSlug(label) }));

export const engineNames = [
  "1.4",
  "1.6",
  "2.0",
  "1.2 T",
  "1.6 T",
  "2.0 T",
  "1.5 D",
  "2.0 D",
  "2.2 D",
  "2.8 V6",
  "3.5 V6",
  "3.0 V6 D",
  "1.6 Hybrid",
  "2.0 Hybrid",
] as const;
export type EngineName = (typeof engineNames)[number];

export const bodyNames = ["Hatchback", "Saloon", "Wagon", "SUV", "Van"] as const;
export type BodyName = (typeof bodyNames)[number];

export const demoFacts: NewFact[] = [
  {
    key: "engine",
    kind: "choice",
    effort: 2,
    question: "Which engine?",
    whereToLook: "On the cover of the engine, or in line P of the registration papers",
    values: values(...engineNames),
  },
  {
    key: "body",
    kind: "choice",
    effort: 1,
    question: "Which body?",
    whereToLook: "A wagon has a window behind the rear doors, a saloon a separate boot",
    values: values(...bodyNames),
  },
  {
    key: "gearbox",
    kind: "choice",
    effort: 1,
    question: "Which gearbox?",
    whereToLook: "A manual gearbox has a third pedal",
    values: values("Manual", "Automatic"),
  },
  {
    key: "drive",
    kind: "choice",
    effort: 3,
    question: "Which wheels are driven?",
    whereToLook: "Badge on the boot lid, or a shaft to the rear axle under the car",
    values: values("Front wheels", "All wheels"),
  },
  {
    key: "steering",
    kind: "choice",
    effort: 1,
    question: "On which side is its steering wheel?",
    whereToLook: "As seen from the driver's seat, looking ahead",
    values: values("Left", "Right"),
  },
  {
    key: "built",
    kind: "date",
    effort: 2,
    question: "When was it built?",
    whereToLook: "Sticker in the frame of the driver's door: month and year",
  },
  {
    key: "serial",
    kind: "serial",
    effort: 2,
    question: "What is its serial number?",
    whereToLook: "The last seven places of the VIN: a letter for the works, then six digits",
  },
  {
    key: "look:front-disc-345",
    kind: "look",
    effort: 6,
    question: "Does the old front disc measure 345 mm?",
    whereToLook: "Measure across the disc; the smaller one has 330 mm",
  },
];
