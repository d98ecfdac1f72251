import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { ListForCar, ListOrSearch } from "#contract/fit-lists.ts";
import { maxCountedFits } from "#contract/rules/catalogue-filters.ts";
import { type CarList, carList } from "#web/app/car-list.ts";
import { formatCount } from "#web/app/format.tsx";
import { answerFact } from "./answer-fact.ts";
import { listForCar } from "./list-calls.ts";
import { ListQuestion } from "./list-question.tsx";
import type { OwnVehicle } from "./own-vehicle.ts";

type Props = { car: OwnVehicle; list: ListOrSearch };

export function FitSummary({ car, list }: Props) {
  const [withUnfit, setWithUnfit] = useState(false);
  const client = useQueryClient();
  const { data } = useQuery(listForCar(list, car, withUnfit));
  // Of very many parts, only those listed for the car are judged: all of them are the list as it is.
  const isReplaced = data && !(data.isNarrow && withUnfit);
  useEffect(() => {
    const nothing = `Nothing here fits your ${car.model.name}`;
    const shown: CarList | null = isReplaced ? { ...withTitles(data), nothing } : null;
    client.setQueryData(carList().queryKey, shown);
  }, [client, data, isReplaced, car.model.name]);
  useEffect(() => () => void client.setQueryData(carList().queryKey, null), [client]);

  if (!data) return null;
  const { yesIf, no, question, facts, isNarrow, isCut } = data;
  const toggle = (show: string, leaveOut: string) => (
    <button
      type="button"
      className="link min-h-11 cursor-pointer"
      aria-expanded={withUnfit}
      onClick={() => setWithUnfit(!withUnfit)}
    >
      {withUnfit ? leaveOut : show}
    </button>
  );
  return (
    <div className="grid gap-2 pb-3 empty:hidden">
      {question && (
        <>
          <p className="text-sm">
            {yesIf === 1 ? "1 part needs" : `${formatCount(yesIf)} parts need`} one more detail.
          </p>
          <ListQuestion
            question={question}
            facts={facts}
            onAnswer={(term) => answerFact(car, term, facts)}
          />
        </>
      )}
      {isNarrow ? (
        <p className="flex flex-wrap items-center gap-x-2">
          {isCut
            ? `Of more than ${formatCount(maxCountedFits)} parts for your car we cannot tell at once which fit: choose a type.`
            : "Of so many parts, only those listed for your car are shown:"}
          {toggle("show all", "leave out the others")}
        </p>
      ) : (
        no > 0 && (
          <p className="flex flex-wrap items-center gap-x-2">
            {formatCount(no)} {no === 1 ? "does" : "do"} not fit your car:
            {toggle("show", "leave out")}
          </p>
        )
      )}
    </div>
  );
}

/** Parts of one verdict stand together. Without any verdict, there is nothing to tell apart. */
function withTitles(list: ListForCar) {
  const { yes, yesIf, notKnown, no, total, items } = list;
  const withUnfit = items.some(({ says }) => says === "no");
  const judged = yes + yesIf + notKnown + (withUnfit ? no : 0);
  const titles = {
    yes: `These fit (${formatCount(yes)})`,
    "yes-if": `These need one more detail (${formatCount(yesIf)})`,
    "not-known": `Not known (${formatCount(notKnown)})`,
    no: `These do not fit (${formatCount(no)})`,
  };
  const others = judged > 0 ? `For any car (${formatCount(total - judged)})` : undefined;
  return {
    ...list,
    items: items.map((part) => ({ ...part, title: part.says ? titles[part.says] : others })),
  };
}
