import type { FactWords, VehiclePage } from "#contract/fitment.ts";
import { listAnswers, type Term } from "#contract/rules/fit.ts";
import { describeAnswer, describeTerm } from "#contract/rules/fit-words.ts";
import { RadioGroup } from "#web/ui/choice.tsx";

type Props = {
  vehicle: VehiclePage;
  known: Term[];
  onChange: (known: Term[]) => void;
};

const notSure = "not-sure";

export function FactChoices({ vehicle, known, onChange }: Props) {
  const facts = Object.fromEntries(
    vehicle.facts.map(({ key, kind, effort }) => [key, { kind, effort }]),
  );
  const others = known.filter(({ fact }) => !(fact in facts));
  // What the VIN says of other facts rules no answer out.
  const ofThese = known.filter(({ fact }) => fact in facts);
  return (
    <>
      {vehicle.facts.map(({ key, question, whereToLook }) => {
        const elsewhere = known.filter(({ fact }) => fact !== key);
        const terms = listAnswers(key, [{ fact: key, any: [] }], {
          vehicle,
          facts,
          known: ofThese.filter(({ fact }) => fact !== key),
        }).filter((term) => "any" in term);
        const given = known.find(({ fact }) => fact === key);
        const value = terms.findIndex((term) => JSON.stringify(term) === JSON.stringify(given));
        if (terms.length < 2) return null;
        return (
          <div key={key} className="grid gap-1.5">
            <p aria-hidden="true" className="text-sm font-semibold">
              {question}
            </p>
            <RadioGroup
              label={question}
              look="chips"
              value={value === -1 ? notSure : `${value}`}
              choices={{
                ...Object.fromEntries(
                  terms.map((term, at) => [`${at}`, describeAnswer(term, vehicle.facts)]),
                ),
                [notSure]: "Not sure",
              }}
              onChoose={(choice) => {
                const term = terms[Number(choice)];
                onChange(term ? [...elsewhere, term] : elsewhere);
              }}
            />
            {whereToLook && <p className="text-sm text-base-content/80">{whereToLook}.</p>}
          </div>
        );
      })}
      <Others
        known={others}
        facts={vehicle.facts}
        onForget={() => onChange(known.filter(({ fact }) => fact in facts))}
      />
    </>
  );
}

type OthersProps = { known: Term[]; facts: FactWords[]; onForget: () => void };

/** From the VIN, or from a question about a part. */
function Others({ known, facts, onForget }: OthersProps) {
  if (known.length === 0) return null;
  return (
    <p className="text-sm">
      Also known: {known.map((term) => describeTerm(term, facts)).join(", ")}.{" "}
      <button type="button" className="link min-h-6" onClick={onForget}>
        Forget this
      </button>
    </p>
  );
}
