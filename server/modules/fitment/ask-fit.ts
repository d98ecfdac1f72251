import * as z from "zod/mini";
import { carOfOrder } from "#contract/fields.ts";
import type { fitAnswerCalls } from "#contract/fit-answers.ts";
import { refuse } from "#contract/refusals.ts";
import { describeTerm } from "#contract/rules/fit-words.ts";
import { partPath } from "#contract/rules/part-path.ts";
import type { Context } from "#server/context.ts";
import { listAdminEmails } from "#server/modules/customers/list-admin-emails.ts";
import type { LetterWriter } from "#server/modules/letters/letter-writer.ts";
import { addAdminLetter } from "#server/modules/letters/queue-letter.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import type { Handler } from "#server/platform/http/handler.ts";
import { consumeCallerLimit } from "#server/platform/rate-limits/consume-limit.ts";
import { readFacts } from "./read-facts.ts";
import { findPartName } from "./read-shown-parts.ts";
import { findVehicleById, noSuchVehicle } from "./read-vehicle.ts";

const kind = "fit-question";
const limit = { action: "fit questions", most: 10, seconds: 86_400 };

const question = z.extend(carOfOrder, { part: z.string(), email: z.string() });

const noEmail = refuse("invalid", "Please give an e-mail for our answer.", {
  email: "Email is Required",
});
const noSuchPart = refuse("not-found", "This part is no longer sold.");
const nobodyThere = refuse("conflict", "Nobody can answer here yet. Please call us instead.");
const tooMany = refuse(
  "too-many",
  "You have asked many questions today. Please ask us the others tomorrow, or call us.",
);

/** The letter carries the question: nothing else is stored of it. */
export function askFit(context: Context): Handler<typeof fitAnswerCalls.ask> {
  const { db } = context;
  return async ({ body: { vehicle, known, part, email: given } }, caller) => {
    const email = given ?? caller.person?.email;
    if (!email) return noEmail;
    if (!(await findVehicleById(db, vehicle))) return noSuchVehicle;
    if (!(await findPartName(db, part))) return noSuchPart;
    const admins = await listAdminEmails(db);
    if (admins.length === 0) return nobodyThere;
    if (!(await consumeCallerLimit(db, limit, caller))) return tooMany;
    const about = JSON.stringify({ vehicle, known, part, email });
    await inTransaction(db, async (tx) => {
      for (const admin of admins) await addAdminLetter(tx, kind, admin, about);
    });
    context.jobs.wake();
    return { sentTo: "the shop" };
  };
}

type WriterContext = Pick<Context, "db" | "origin">;

export function fitQuestionLetters({
  db,
  origin,
}: WriterContext): Record<typeof kind, LetterWriter> {
  return {
    [kind]: async ({ email: to }, about) => {
      const asked = z.parse(question, JSON.parse(about ?? "null"));
      const vehicle = await findVehicleById(db, asked.vehicle);
      const part = await findPartName(db, asked.part);
      const isAdmin = (await listAdminEmails(db)).includes(to);
      if (!vehicle || !part || !isAdmin) return undefined;
      const facts = await readFacts(db, asked.known);
      const known = asked.known.map((term) => describeTerm(term, facts)).join(", ");
      const car = `${vehicle.year} ${vehicle.make.name} ${vehicle.model.name}`;
      return {
        kind,
        to,
        values: { number: part.number, car },
        facts: [
          ["Part", `${part.number} ${part.name}`],
          ["Car", car],
          ["Known of it", known || "Nothing else"],
          ["Answer to", asked.email],
        ],
        link: { label: "See the part", href: origin + partPath(part) },
      };
    },
  };
}
