// Puts the verdict on a part into each empty element with data-fit="ID OF THE PART"; without an id, of
// the part whose purchase link stands beside it. Pages load no code for them: it comes with a car.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { verdictOn } from "./calls.ts";
import type { OwnVehicle } from "./own-vehicle.ts";
import { VerdictBlock } from "./verdict-block.tsx";
import { VerdictMark } from "./verdict-look.tsx";

export function FitPlaces({ car }: { car: OwnVehicle }) {
  const places = useFoundPlaces();
  return places.map(({ key, element, part, isBlock }) =>
    createPortal(<Place car={car} part={part} isBlock={isBlock} />, element, key),
  );
}

function Place({ car, part, isBlock }: { car: OwnVehicle; part: string; isBlock: boolean }) {
  const { data, error, refetch } = useQuery({
    ...verdictOn(part, car),
    // A question stays until its answer has a verdict; no other verdict is shown for another car.
    placeholderData: (before, query) =>
      before?.verdict?.says === "yes-if" && query?.queryKey[1] === car.id ? before : undefined,
  });
  if (data) return isBlock ? <VerdictBlock car={car} on={data} /> : <VerdictMark on={data} />;
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

type FoundPlace = { key: string; element: HTMLElement; part: string; isBlock: boolean };

const keys = new WeakMap<HTMLElement, number>();
let nextKey = 1;

function useFoundPlaces(): FoundPlace[] {
  const [places, setPlaces] = useState<FoundPlace[]>([]);
  useEffect(() => {
    const find = () =>
      setPlaces((known) => {
        const found = [...document.querySelectorAll<HTMLElement>("[data-fit]")].map(toPlace);
        return found.map(({ key }) => key).join() === known.map(({ key }) => key).join()
          ? known
          : found;
      });
    const observer = new MutationObserver(find);
    observer.observe(document.body, {
      ...{ childList: true, subtree: true, attributes: true },
      attributeFilter: ["data-fit"],
    });
    find();
    return () => observer.disconnect();
  }, []);
  return places;
}

function toPlace(element: HTMLElement): FoundPlace {
  const key = keys.get(element) ?? nextKey++;
  keys.set(element, key);
  const { fit, fitAs } = element.dataset;
  const link = element.parentElement?.querySelector<HTMLAnchorElement>("a[href^='/purchase/']");
  const part = fit || (link?.pathname.split("/").at(-1) ?? "");
  return { key: `${key} ${part}`, element, part, isBlock: fitAs === "block" };
}
