import { useQuery } from "@tanstack/react-query";
import { Fragment, type ReactNode } from "react";
import type { Reply } from "#contract/call.ts";
import type { Vehicle, vehicleCalls } from "#contract/fitment.ts";
import { formatDollars } from "#contract/rules/money.ts";
import { partPath } from "#contract/rules/part-path.ts";
import { PageLink } from "#web/app/page-link.tsx";
import { shopPath } from "#web/app/paths.ts";
import { Picture } from "#web/ui/picture.tsx";
import { answerFact } from "./answer-fact.ts";
import { ListQuestion } from "./list-question.tsx";
import { keepOwnVehicle, type OwnVehicle, useOwnVehicle } from "./own-vehicle.ts";
import { verdictsOn } from "./verdict-calls.ts";
import { VerdictMark } from "./verdict-look.tsx";

type Given = Reply<typeof vehicleCalls.partsOfType>;
type Part = Given["parts"][number];

const groups = [
  { says: "yes", title: "These fit" },
  { says: "yes-if", title: "These need one more detail" },
  { says: "not-known", title: "Not known" },
] as const;

type Props = {
  given: Given;
  isWhole: boolean;
  ask: (car: OwnVehicle, part: string) => ReactNode;
};

export function PartsForVehicle({ given, isWhole, ask }: Props) {
  const { vehicle, type, parts, alike } = given;
  const own = useOwnVehicle();
  const isOwn = own?.id === vehicle.id;
  const choose = () => keepOwnVehicle({ ...nameOnly(vehicle), known: [] });
  const known = isOwn ? own.known : [];
  const ids = parts.map(({ _id }) => _id);
  const { data } = useQuery({
    ...verdictsOn(ids, { id: vehicle.id, known }),
    enabled: known.length > 0,
  });
  const judged = known.length > 0 && data ? data : given;
  const { items, facts, positions, question } = judged;
  const verdicts = new Map(items.map(({ part, verdict }) => [part, verdict]));
  const partsThat = (says: string) => parts.filter(({ _id }) => verdicts.get(_id)?.says === says);
  const row = (part: Part) => (
    <Row key={part._id} part={part} on={{ verdict: verdicts.get(part._id), facts, positions }} />
  );
  const others = partsThat("no");
  const fitting = partsThat("yes");
  const undecided = alike
    .map((ids) => fitting.filter(({ _id }) => ids.includes(_id)))
    .filter((group) => group.length > 1);
  return (
    <div className="grid gap-6">
      <p className="flex flex-wrap items-center gap-3">
        {!isOwn && (
          <button type="button" className="needs-script btn btn-secondary" onClick={choose}>
            This is my car
          </button>
        )}
        {(isOwn || !own) && (
          <PageLink
            to={`${shopPath(type.slug)}?vehicle=${vehicle.id}`}
            className="btn btn-outline"
            onClick={() => own ?? choose()}
          >
            Filter by brand, measures and stock
          </PageLink>
        )}
      </p>
      {question && (
        <ListQuestion
          question={question}
          facts={facts}
          onAnswer={(term) =>
            answerFact(isOwn ? own : { ...nameOnly(vehicle), known: [] }, term, facts)
          }
        />
      )}
      {groups.map(({ says, title }) => {
        const found = partsThat(says);
        if (found.length === 0) return null;
        return (
          <section key={says} aria-label={title}>
            <h2 className="border-b border-base-content pb-1 font-bold">
              {title}
              {isWhole && ` (${found.length})`}
            </h2>
            <ul aria-label="Parts">{found.map(row)}</ul>
            {says === "yes" &&
              undecided.map((group) => (
                <div
                  key={group.map(({ _id }) => _id).join()}
                  className="mt-3 grid gap-2 border-s-4 border-info ps-3"
                >
                  <p>
                    Our catalogue does not say which of{" "}
                    {group.map(({ _id, number }, at) => (
                      <Fragment key={_id}>
                        {at > 0 && (at === group.length - 1 ? " and " : ", ")}
                        <span className="font-mono text-sm">{number}</span>
                      </Fragment>
                    ))}{" "}
                    is on your car: compare their measures with your old part, or ask us.
                  </p>
                  {isOwn && ask(own, group[0]?._id ?? "")}
                </div>
              ))}
          </section>
        );
      })}
      {others.length > 0 && (
        <details>
          <summary className="link inline-flex min-h-11 cursor-pointer items-center">
            {others.length} {!isWhole && "on this page "}
            {others.length === 1 ? "does" : "do"} not fit your car: show
          </summary>
          <ul>{others.map(row)}</ul>
        </details>
      )}
      {parts.length === 0 && <p>There are no such parts for this car.</p>}
    </div>
  );
}

const nameOnly = ({ id, make, model, year }: Vehicle): Vehicle => ({ id, make, model, year });

type RowProps = { part: Part; on: Parameters<typeof VerdictMark>[0]["on"] };

function Row({ part, on }: RowProps) {
  const { number, name, img, price } = part;
  return (
    <li className="relative grid grid-cols-[4.75rem_minmax(0,1fr)] gap-x-3 border-b border-base-300 py-2 hover:bg-base-200 sm:grid-cols-[4.75rem_9rem_minmax(0,1fr)_11rem_6rem] sm:items-center">
      <div className="row-span-4 sm:row-span-1">
        <Picture src={img} alt="" sizes="4.75rem" />
      </div>
      <p className="truncate font-mono text-sm">{number}</p>
      <PageLink
        to={partPath(part)}
        className="leading-snug font-semibold wrap-anywhere after:absolute after:inset-0"
      >
        <span dir="auto">{name}</span>
      </PageLink>
      <p className="min-w-0">
        <VerdictMark on={on} />
      </p>
      <p className="font-bold whitespace-nowrap sm:text-end">${formatDollars(price)}</p>
    </li>
  );
}
