import type { NewFact } from "../add-vehicles.ts";

export const modelElement = "28";

export const factElements: Record<string, NewFact> = {
  "5": {
    key: "body",
    kind: "choice",
    effort: 1,
    question: "Which body?",
    whereToLook: "A wagon has a window behind the rear doors, a sedan a separate trunk",
  },
  "13": {
    key: "displacement",
    kind: "choice",
    effort: 2,
    question: "Which engine size?",
    whereToLook: "On the cover of the engine, or on a label under the hood",
  },
  "15": {
    key: "drive",
    kind: "choice",
    effort: 3,
    question: "Which wheels are driven?",
    whereToLook: "Badge on the trunk lid, or a shaft to the rear axle under the car",
  },
  "18": {
    key: "engine-code",
    kind: "choice",
    effort: 4,
    question: "Which code has the engine?",
    whereToLook: "Stamped on the engine block, or on a label under the hood",
  },
  "24": {
    key: "fuel",
    kind: "choice",
    effort: 1,
    question: "Which fuel?",
    whereToLook: "Inside the fuel door",
  },
  "37": {
    key: "gearbox",
    kind: "choice",
    effort: 1,
    question: "Which gearbox?",
    whereToLook: "A manual gearbox has a third pedal",
  },
};
