// Puts the verdict on a part into each empty element with data-fit="ID OF THE PART"; without an id, of
// the part whose purchase link stands beside it. An element with data-fit-summary="FILTERS OF A LIST"
// gets what the whole list says of the car, and puts it in place of the list, one with data-fit-only="TERMS" whether these leave the car
// out. Pages load no code for them: it comes with a car.
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { Link } from "react-router";
import type { ListOrSearch } from "#contract/fit-lists.ts";
import type { Term } from "#contract/rules/fit.ts";
import { late } from "#web/ui/late.tsx";
import type { OwnVehicle } from "./own-vehicle.ts";
import { verdictOn } from "./verdict-calls.ts";
import { VerdictMark } from "./verdict-look.tsx";

const FitSummary = late(async () => (await import("./fit-summary.tsx")).FitSummary);
const ConditionMark = late(async () => (await import("./condition-mark.tsx")).ConditionMark);
const VerdictBlock = late(async () => (await import("./verdict-block.tsx")).VerdictBlock);

type Ask = (part: string) => ReactNode;

/** `ask`: what offers to ask the shop about a part. */
export function FitPlaces({ car, ask }: { car: OwnVehicle; ask: Ask }) {
  const places = useFoundPlaces();
  return places.map(({ id, element, part, isBlock, list, summary, only }) =>
    createPortal(
      list ? (
        <ListLink car={car} list={list} />
      ) : only ? (
        <Suspense>
          <ConditionMark car={car} terms={JSON.parse(only) as Term[]} />
        </Suspense>
      ) : summary ? (
        <Suspense>
          <FitSummary car={car} list={JSON.parse(summary) as ListOrSearch} />
        </Suspense>
      ) : (
        <Place car={car} part={part} isBlock={isBlock} ask={ask} />
      ),
      element,
      id,
    ),
  );
}

function ListLink({ car, list }: { car: OwnVehicle; list: string }) {
  return (
    <Link
      to={list.replace("vehicle=0", `vehicle=${car.id}`)}
      preventScrollReset
      discover="none"
      className="btn btn-sm btn-outline"
    >
      Only for your {car.model.name}
    </Link>
  );
}

type PlaceProps = { car: OwnVehicle; part: string; isBlock: boolean; ask: Ask };

function Place({ car, part, isBlock, ask }: PlaceProps) {
  const { data, error, refetch } = useQuery({
    ...verdictOn(part, car),
    // A question stays until its answer has a verdict; no other verdict is shown for another car.
    placeholderData: (before, query) =>
      before?.verdict?.says === "yes-if" && query?.queryKey[1] === car.id ? before : undefined,
  });
  const isLost = useLost(data?.verdict?.says, `${part} ${car.id} ${JSON.stringify(car.known)}`);
  if (data)
    return isBlock ? (
      <Suspense>
        <VerdictBlock car={car} part={part} on={data} ask={ask(part)} />
      </Suspense>
    ) : (
      <>
        <VerdictMark on={data} />
        {isLost && (
          <span role="status" className="block text-sm whitespace-normal">
            Our catalogue has changed: it no longer says that this fits your car.
          </span>
        )}
      </>
    );
  if (!error || !isBlock) return null;
  return (
    <p role="alert">
      {error.message}{" "}
      <button type="button" className="link" onClick={() => void refetch()}>
        Try again
      </button>
    </p>
  );
}

/** Whether it was said to fit this car, and no longer is. */
function useLost(says: string | undefined, about: string): boolean {
  const [sureOf, setSureOf] = useState<string>();
  useEffect(() => {
    if (says === "yes") setSureOf(about);
  }, [says, about]);
  return sureOf === about && says !== undefined && says !== "yes";
}

type FoundPlace = {
  key: string;
  /** The summary of a list stays while its filters change. */
  id: string;
  element: HTMLElement;
  part: string;
  isBlock: boolean;
  list: string | undefined;
  summary: string | undefined;
  only: string | undefined;
};

const keys = new WeakMap<HTMLElement, number>();
let nextKey = 1;

function useFoundPlaces(): FoundPlace[] {
  const [places, setPlaces] = useState<FoundPlace[]>([]);
  useEffect(() => {
    const find = () =>
      setPlaces((known) => {
        const found = [
          ...document.querySelectorAll<HTMLElement>(
            "[data-fit], [data-fit-list], [data-fit-summary], [data-fit-only]",
          ),
        ].map(toPlace);
        return found.map(({ key }) => key).join() === known.map(({ key }) => key).join()
          ? known
          : found;
      });
    const observer = new MutationObserver(find);
    observer.observe(document.body, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ["data-fit", "data-fit-list", "data-fit-summary", "data-fit-only"],
    });
    find();
    return () => observer.disconnect();
  }, []);
  return places;
}

function toPlace(element: HTMLElement): FoundPlace {
  const key = keys.get(element) ?? nextKey++;
  keys.set(element, key);
  const { fit, fitAs, fitList: list, fitSummary: summary, fitOnly: only } = element.dataset;
  const link = element.parentElement?.querySelector<HTMLAnchorElement>("a[href^='/purchase/']");
  const part = fit || (link?.pathname.split("/").at(-1) ?? "");
  const about = `${key} ${part}${list ?? ""}${only ?? ""}`;
  return {
    key: `${about}${summary ?? ""}`,
    id: about,
    element,
    part,
    list,
    summary,
    only,
    isBlock: fitAs === "block",
  };
}
