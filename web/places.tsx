// The page that is shown and, unseen, the one that somebody points at: when they press, it is there.
import {
  Activity,
  createContext,
  Fragment,
  type ReactNode,
  startTransition,
  use,
  useEffect,
  useState,
} from "react";
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

export const ShownPlace = createContext<Place | undefined>(undefined);

let tell: (ahead: Place | undefined) => void = () => {};

/**
 * Renders the page at a place unseen, or none. Not told by a context: that would wake whatever of the
 * server's page still sleeps, and wait for its code.
 */
export function setAhead(ahead: Place | undefined): void {
  startTransition(() => tell(ahead));
}

/** `children` are shown at each place as if there were no other. */
export function Places({ children }: { children: ReactNode }) {
  const here = use(LocationContext);
  const shown = use(ShownPlace) ?? { ...here, keepsScroll: false, room: firstRoom };
  const [ahead, take] = useState<Place>();
  useEffect(() => {
    tell = take;
  }, []);
  const places = ahead && ahead.room !== shown.room ? [shown, ahead] : [shown];
  return places.map((place) => {
    const page = <LocationContext value={place}>{children}</LocationContext>;
    if (place.room === firstRoom) return <Fragment key={firstRoom}>{page}</Fragment>;
    return (
      <Activity key={place.room} mode={place === shown ? "visible" : "hidden"}>
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
