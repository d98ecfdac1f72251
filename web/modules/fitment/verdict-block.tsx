import { type ReactNode, Suspense } from "react";
import { describePosition } from "#contract/rules/fit-position.ts";
import { describeAnswers, describeMisfit, describeTerm } from "#contract/rules/fit-words.ts";
import { PageLink } from "#web/app/page-link.tsx";
import { fitPath } from "#web/app/paths.ts";
import { late } from "#web/ui/late.tsx";
import { answerFact } from "./answer-fact.ts";
import { nameOfVehicle, type OwnVehicle } from "./own-vehicle.ts";
import type { VerdictOnPart } from "./verdict-calls.ts";
import { verdictLooks } from "./verdict-look.tsx";

const Instead = late(async () => (await import("./instead.tsx")).Instead);

type Props = { car: OwnVehicle; part: string; on: VerdictOnPart; ask: ReactNode };
type Verdict = NonNullable<VerdictOnPart["verdict"]>;
type Of<Says extends Verdict["says"]> = Extract<Verdict, { says: Says }>;

export function VerdictBlock({ car, part, on, ask }: Props) {
  const { verdict, facts, positions } = on;
  if (!verdict) return null;
  const { Icon, text, box } = verdictLooks[verdict.says];
  const known = car.known
    .map((term) => {
      const isTold = car.told?.includes(term.fact);
      return `${describeTerm(term, facts)}${isTold ? " (you told us)" : ""}`;
    })
    .join(", ");
  return (
    <section
      aria-label="Your car"
      data-says={verdict.says}
      tabIndex={-1}
      className={`grid gap-2 border border-s-4 p-4 outline-none ${box}`}
    >
      <div aria-live="polite" className="grid gap-2">
        <h2 className={`flex items-start gap-2 text-lg leading-snug font-bold ${text}`}>
          <Icon className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
          <span className="wrap-anywhere">{writeTitle(verdict, nameOfVehicle(car))}</span>
        </h2>
        {verdict.says === "yes" && (
          <Yes car={car} verdict={verdict} facts={facts} positions={positions} />
        )}
        {verdict.says === "yes-if" && <OneQuestion car={car} verdict={verdict} facts={facts} />}
        {verdict.says === "no" && (
          <>
            <No verdict={verdict} facts={facts} />
            <Suspense>
              <Instead car={car} part={part} />
            </Suspense>
          </>
        )}
        {verdict.says !== "yes" && verdict.says !== "yes-if" && (
          <PageLink
            to={fitPath(car.make.slug, car.model.slug, `${car.year}`)}
            className="link inline-flex min-h-11 items-center justify-self-start"
          >
            See parts for your car
          </PageLink>
        )}
        {verdict.says === "not-known" && <p>{reasons[verdict.why]}</p>}
      </div>
      {mayAsk(verdict) && ask}
      <p className="text-sm text-base-content/80">
        {known !== "" && <span className="wrap-anywhere">Known of your car: {known}. </span>}
        <button type="button" data-choose-car className="link min-h-6 text-base-content">
          Change the car
        </button>
      </p>
    </section>
  );
}

const mayAsk = (verdict: Verdict) =>
  verdict.says === "yes"
    ? verdict.needs.some(({ pieces }) => pieces.length > 1)
    : verdict.says === "not-known" && verdict.why !== "contradiction";

function writeTitle({ says }: Verdict, name: string): string {
  if (says === "yes") return `Fits your ${name}`;
  if (says === "no") return `Does not fit your ${name}`;
  return says === "yes-if" ? "One question first" : `Not known for your ${name}`;
}

type Words = Pick<VerdictOnPart, "facts">;

function Yes({
  car,
  verdict: { because, needs },
  facts,
  positions,
}: { car: OwnVehicle; verdict: Of<"yes"> } & Omit<VerdictOnPart, "verdict">) {
  const reasons = because.map((term) => describeTerm(term, facts)).join(", ");
  const pieces = needs
    .filter(({ pieces }) => pieces.length > 0)
    .map(({ position, pieces }) => {
      const name = positions.find(({ id }) => id === position)?.name;
      const count = pieces.map((one) => (one === 0 ? "none" : one)).join(" or ");
      return name ? `${count} (${describePosition(name, car.known, facts)})` : count;
    });
  return (
    <>
      <p className="wrap-anywhere">
        {reasons === "" ? "It is listed for this car." : `Because: ${reasons}.`}
        {pieces.length > 0 && ` Your car needs ${pieces.join(", ")}.`}
      </p>
      <p className="text-sm">
        Fit guarantee: order it with this car chosen, and if it does not fit after all, sending it
        back is free.
      </p>
    </>
  );
}

function OneQuestion({
  car,
  verdict: { ask, answers },
  facts,
}: { car: OwnVehicle; verdict: Of<"yes-if"> } & Words) {
  const fact = facts.find(({ key }) => key === ask);
  const words = describeAnswers(
    answers.map(({ term }) => term),
    facts,
  );
  return (
    <>
      <p className="font-semibold">{fact?.question}</p>
      <ul className="flex flex-wrap gap-2">
        {answers.map(({ term }, at) => (
          <li key={JSON.stringify(term)}>
            <button
              type="button"
              className="btn btn-secondary"
              onClick={({ currentTarget }) => {
                // The button goes with the question.
                currentTarget.closest("section")?.focus();
                answerFact(car, term, facts);
              }}
            >
              {words[at]}
            </button>
          </li>
        ))}
      </ul>
      {fact?.whereToLook && (
        <details>
          <summary className="link min-h-6 cursor-pointer text-sm">How do I find out?</summary>
          <p className="pt-1">{fact.whereToLook}.</p>
        </details>
      )}
    </>
  );
}

function No({ verdict, facts }: { verdict: Of<"no"> } & Words) {
  if (verdict.why === "not-listed") {
    return <p>All cars that this part fits are listed, and yours is not among them.</p>;
  }
  const misfits = describeMisfit(verdict, facts);
  if (misfits.length === 0) return <p>It is made for other versions of this car.</p>;
  return (
    <ul>
      {misfits.map((misfit) => (
        <li key={misfit} className="wrap-anywhere">
          {misfit}
        </li>
      ))}
    </ul>
  );
}

const reasons: Record<Of<"not-known">["why"], ReactNode> = {
  "no-data": "We have no data on this part for this car. That does not mean no.",
  universal: "This part is made for no car in particular. Please compare its measures with yours.",
  contradiction:
    "What we know of your car belongs to no version that was built. Please check what you told us.",
  "being-checked": "We are checking what our catalogue says of this part and your car.",
  "other-series": "Our catalogue goes by serial numbers, and yours is of another series.",
};
