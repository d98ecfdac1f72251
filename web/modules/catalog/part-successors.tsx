import { Fragment } from "react";
import type { PartPage } from "#contract/catalog.ts";
import { PartLink } from "./part-link.tsx";

type Props = { successors: PartPage["successors"] };

/** Alternatives, each of parts that are needed together. */
export function PartSuccessors({ successors }: Props) {
  return (
    <div className="grid gap-2">
      {successors.map((together, index) => (
        <Fragment key={together.map(({ part }) => part._id).join()}>
          {index > 0 && <p className="text-sm text-base-content/75">or</p>}
          <ul className="grid gap-1">
            {together.map(({ part, quantity }) => (
              <li key={part._id}>
                {quantity > 1 && `${quantity} × `}
                <PartLink part={part} />
              </li>
            ))}
          </ul>
        </Fragment>
      ))}
    </div>
  );
}
