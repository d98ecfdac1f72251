import type { ReactNode } from "react";
import { formatDollars } from "#contract/rules/money.ts";
import { partPath } from "#contract/rules/part-path.ts";
import { isOrderable } from "#contract/rules/quantity.ts";
import type { ListedPart } from "#contract/search.ts";
import { KeepUnits } from "#web/app/format.tsx";
import { PageLink } from "#web/app/page-link.tsx";
import { Picture } from "#web/ui/picture.tsx";

type Props = {
  parts: readonly ListedPart[];
  add: (part: ListedPart) => ReactNode;
};

export function PartStrip({ parts, add }: Props) {
  return (
    <ul className="-mx-1 flex gap-3 overflow-x-auto p-1">
      {parts.map((part) => (
        <li
          key={part._id}
          className="relative flex w-36 shrink-0 flex-col border border-base-300 hover:bg-base-200"
        >
          <Picture src={part.img} alt="" sizes="9rem" />
          <div className="flex grow flex-col gap-0.5 p-2 text-sm">
            <p className="truncate font-mono text-xs">{part.number}</p>
            <PageLink
              to={partPath(part)}
              className="line-clamp-2 grow leading-snug font-semibold wrap-anywhere after:absolute after:inset-0"
            >
              <span dir="auto">
                <KeepUnits>{part.name}</KeepUnits>
              </span>
            </PageLink>
            <div className="flex min-h-11 items-center justify-between gap-1">
              <p className="font-bold">${formatDollars(part.price)}</p>
              {!part.kit && isOrderable(part) && (
                <div className="size-11 shrink-0">{add(part)}</div>
              )}
            </div>
          </div>
        </li>
      ))}
    </ul>
  );
}
