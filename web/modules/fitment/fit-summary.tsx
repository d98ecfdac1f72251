import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { answerFact } from "./answer-fact.ts";
import { verdictsOn } from "./calls.ts";
import { ListQuestion } from "./list-question.tsx";
import type { OwnVehicle } from "./own-vehicle.ts";

type Props = { car: OwnVehicle; place: HTMLElement; parts: string[] };

/** Of a list for the car: its one question, and what of it does not fit, which is left out at first. */
export function FitSummary({ car, place, parts }: Props) {
  const [isShown, setShown] = useState(false);
  const { data } = useQuery({
    ...verdictsOn(parts, car),
    enabled: parts.length > 0,
    placeholderData: keepPreviousData,
  });

  useEffect(() => {
    // The rows are not ours: a style rule leaves them out.
    if (isShown) delete place.dataset.leavesOut;
    else place.dataset.leavesOut = "";
    return () => {
      delete place.dataset.leavesOut;
    };
  }, [isShown, place]);

  if (!data) return null;
  const { items, question, facts } = data;
  const count = (says: string) => items.filter(({ verdict }) => verdict.says === says).length;
  const [unfit, open] = [count("no"), count("yes-if")];
  return (
    <div className="grid gap-2 pb-3">
      {question && (
        <>
          <p className="text-sm">
            {open === 1 ? "1 part needs" : `${open} parts need`} one more detail.
          </p>
          <ListQuestion
            question={question}
            facts={facts}
            onAnswer={(term) => answerFact(car, term, facts)}
          />
        </>
      )}
      {unfit > 0 && (
        <p className="flex flex-wrap items-center gap-x-2">
          {unfit} on this page {unfit === 1 ? "does" : "do"} not fit:
          <button
            type="button"
            className="link min-h-11 cursor-pointer"
            aria-expanded={isShown}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? "leave out" : "show"}
          </button>
        </p>
      )}
    </div>
  );
}
