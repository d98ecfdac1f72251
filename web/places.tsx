// The page that is shown and, unseen, the one that somebody points at: when they press, it is there.
import { Activity, createContext, Fragment, type ReactNode, use } from "react";
import {
  type Location,
  UNSAFE_LocationContext as LocationContext,
  type NavigationType,
} from "react-router";
import { pageAt } from "./router.tsx";

/** Of a place in the browser's history. */
export type Visit = {
  location: Location;
  navigationType: NavigationType;
  keepsScroll: boolean;
};

export type Place = Visit & {
  /** Places of one kind that follow one another are shown in one room, with what is around them. */
  room: string;
};

/** Where the document began: rendered by the server, as nothing that was made ready unseen is. */
export const firstRoom = "first";

/** The one that is shown comes first. */
export const PlacesContext = createContext<Place[] | undefined>(undefined);

/** `children` are shown at each place as if there were no other. */
export function Places({ children }: { children: ReactNode }) {
  const here = use(LocationContext);
  const places = use(PlacesContext) ?? [{ ...here, keepsScroll: false, room: firstRoom }];
  return places.map((place, index) => {
    const page = <LocationContext value={place}>{children}</LocationContext>;
    if (place.room === firstRoom) return <Fragment key={firstRoom}>{page}</Fragment>;
    return (
      <Activity key={place.room} mode={index === 0 ? "visible" : "hidden"}>
        {page}
      </Activity>
    );
  });
}

export function areAlike(one: Location, other: Location): boolean {
  return kindOf(one) === kindOf(other);
}

function kindOf({ pathname }: Location): string {
  const { layout, path } = pageAt(pathname);
  return layout ?? path;
}
