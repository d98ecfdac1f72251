import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { fitListCalls, type ListFilters } from "#contract/fit-lists.ts";
import { call } from "#web/app/call.ts";
import { formatCount } from "#web/app/format.tsx";
import { answerFact } from "./answer-fact.ts";
import { ListQuestion } from "./list-question.tsx";
import type { OwnVehicle } from "./own-vehicle.ts";
import { verdictOn } from "./verdict-calls.ts";

type Props = {
  car: OwnVehicle;
  place: HTMLElement;
  list: ListFilters;
  parts: string[];
};

/** Of a list, on all its pages: its one question, and what does not fit, which is left out at first. */
export function FitSummary({ car, place, list, parts }: Props) {
  const [isShown, setShown] = useState(false);
  const { data } = useQuery({ ...fitOfList(list, car), placeholderData: keepPreviousData });
  const { data: fitHere } = useQuery({
    ...fittingOf(parts, car),
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
  const { yesIf, no, question, facts, isCut } = data;
  const count = (parts: number) => `${isCut ? "More than " : ""}${formatCount(parts)}`;
  return (
    <div className="grid gap-2 pb-3 empty:hidden">
      {question && (
        <>
          <p className="text-sm">
            {yesIf === 1 ? "1 part needs" : `${count(yesIf)} parts need`} one more detail.
          </p>
          <ListQuestion
            question={question}
            facts={facts}
            onAnswer={(term) => answerFact(car, term, facts)}
          />
        </>
      )}
      {no > 0 && (
        <p className="flex flex-wrap items-center gap-x-2">
          {count(no)} {no === 1 ? "does" : "do"} not fit your car:
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
      {!isShown && parts.length > 0 && fitHere === 0 && no > 0 && (
        <p className="py-4 font-semibold">Nothing on this page fits your {car.model.name}.</p>
      )}
    </div>
  );
}

/** How many of these parts are shown: their marks have asked for the verdicts already. */
function fittingOf(parts: readonly string[], car: OwnVehicle) {
  return queryOptions({
    queryKey: ["fit", car.id, car.known, "shown", parts],
    queryFn: async ({ client }) => {
      const all = await Promise.all(parts.map((part) => client.fetchQuery(verdictOn(part, car))));
      return all.filter(({ verdict }) => verdict && verdict.says !== "no").length;
    },
  });
}

function fitOfList(list: ListFilters, { id: vehicle, known }: OwnVehicle) {
  return queryOptions({
    queryKey: ["fit", vehicle, known, "list", list],
    queryFn: ({ signal }) =>
      call(fitListCalls.count, { body: { car: { vehicle, known }, list } }, signal),
  });
}
