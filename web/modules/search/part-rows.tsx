import { ArrowRight, Bell, Package } from "lucide-react";
import type { ReactNode } from "react";
import { formatDollars, formatNumber } from "#contract/rules/money.ts";
import { partPath } from "#contract/rules/part-path.ts";
import { isOrderable, mayComeBack } from "#contract/rules/quantity.ts";
import type { ListedPart } from "#contract/search.ts";
import { KeepUnits } from "#web/app/format.tsx";
import { PageLink } from "#web/app/page-link.tsx";
import { purchasePath } from "#web/app/paths.ts";
import { Picture } from "#web/ui/picture.tsx";

/** Further buttons of a part, where this media query holds. */
export type ToolsOf = (part: ListedPart, where?: string) => ReactNode;

type Props = {
  parts: readonly ListedPart[];
  tools?: ToolsOf;
  add: (part: ListedPart) => ReactNode;
};

const columns =
  "xl:grid-cols-[3.5rem_8rem_minmax(0,1fr)_9.5rem_5.5rem_auto] xl:items-center xl:gap-x-4 xl:gap-y-0";

/** Six whole rows fit on the screen of a phone; a table where there is room for its columns. */
export function PartRows({ parts, tools, add }: Props) {
  return (
    <ul aria-label="Parts">
      {parts.map((part, index) => (
        <li
          key={part._id}
          className={`relative grid min-h-[5.375rem] max-[18rem]:flex max-[18rem]:flex-wrap max-[18rem]:items-center grid-cols-[min(4.75rem,22%)_minmax(0,1fr)_auto_auto] content-center gap-x-[min(0.75rem,4%)] border-b border-base-300 py-2 hover:bg-base-200 xl:min-h-14 xl:py-1 ${columns}`}
        >
          <div className="self-center max-xl:row-span-3 max-[18rem]:hidden">
            <Picture src={part.img} alt="" sizes="4.75rem" eager={index === 0} />
          </div>
          <p className="truncate font-mono text-sm">{part.number}</p>
          <p className="text-end font-bold whitespace-nowrap xl:order-5">
            ${formatDollars(part.price)}
          </p>
          <div className="flex items-center gap-2 self-center max-xl:row-span-3 xl:order-6">
            {tools && (
              <div className="relative z-1 flex min-w-22 max-md:hidden">
                {tools(part, "(min-width: 48rem)")}
              </div>
            )}
            <PurchaseLink part={part} />
            {isSoldAlone(part) && (
              <div className="h-11 w-[min(2.75rem,56px)] xl:h-9">{add(part)}</div>
            )}
          </div>
          <p className="min-w-0 max-[18rem]:w-full max-xl:col-span-2 max-xl:col-start-2 xl:order-3">
            <PageLink
              to={partPath(part)}
              className="block scroll-mt-16 leading-snug font-semibold max-md:truncate md:line-clamp-2 after:absolute after:inset-y-0 after:start-0 after:end-14 md:after:end-38 lg:after:end-66"
            >
              <span dir="auto">
                <KeepUnits>{part.name}</KeepUnits>
              </span>
            </PageLink>
            <span className="hidden truncate text-sm text-base-content/80 xl:block">
              {part.facts.join(" · ")}
            </span>
          </p>
          <p className="flex min-w-0 gap-x-2 text-sm max-[18rem]:w-full max-xl:flex-wrap max-xl:col-span-2 max-xl:col-start-2 xl:order-4 xl:flex-col">
            <span data-fit={part._id} className="max-w-full min-w-0" />
            <Stock part={part} />
            <span className="min-w-0 grow basis-0 truncate text-base-content/80 xl:hidden">
              {part.facts.join(" · ")}
            </span>
          </p>
        </li>
      ))}
    </ul>
  );
}

export function PartTiles({ parts, tools, add }: Props) {
  return (
    <ul
      aria-label="Parts"
      className="grid grid-cols-2 max-[18rem]:grid-cols-1 border-s border-t border-base-300 md:grid-cols-3 xl:grid-cols-4"
    >
      {parts.map((part, index) => (
        <li
          key={part._id}
          className="relative flex min-w-0 flex-col border-e border-b border-base-300 hover:bg-base-200"
        >
          <Picture
            src={part.img}
            alt=""
            sizes="(min-width: 80rem) 15rem, (min-width: 48rem) 25vw, 50vw"
            eager={index === 0}
          />
          <div className="flex grow flex-col gap-1 p-3">
            <p className="flex flex-wrap justify-between gap-x-2 text-sm">
              <span className="truncate font-mono">{part.number}</span>
              <span data-fit={part._id} className="min-w-0" />
            </p>
            <PageLink
              to={partPath(part)}
              className="line-clamp-2 grow scroll-mt-16 leading-snug font-semibold wrap-anywhere after:absolute after:inset-0"
            >
              <span dir="auto">
                <KeepUnits>{part.name}</KeepUnits>
              </span>
            </PageLink>
            <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm">
              <span className="text-base font-bold">${formatDollars(part.price)}</span>
              <Stock part={part} />
            </p>
            <div className="relative z-1 mt-1">
              <div className="flex gap-2">
                <PurchaseLink part={part} isWide />
                {isSoldAlone(part) && <div className="size-11 shrink-0">{add(part)}</div>}
              </div>
              {tools && (
                <div className="-mx-2 mt-1 -mb-2 flex min-h-11 justify-between">{tools(part)}</div>
              )}
            </div>
          </div>
        </li>
      ))}
    </ul>
  );
}

type LinkProps = { part: ListedPart; isWide?: boolean };

function PurchaseLink({ part, isWide = false }: LinkProps) {
  const { to, label, name, Icon } = nextStep(part);
  // Where there is little room, what can be ordered has the basket alone.
  // What cannot be ordered alone has no basket beside it, and takes its place as well.
  const looks = `lg:px-3 xl:min-h-9 ${Icon ? "btn-square lg:w-39" : "max-lg:hidden lg:w-26"}`;
  return (
    <PageLink
      to={to}
      className={`btn btn-outline relative z-1 ${isWide ? "min-w-0 grow px-0" : looks}`}
      aria-label={name}
    >
      {!isWide && Icon && <Icon className="size-5 lg:hidden" aria-hidden="true" />}
      <span className={isWide ? "" : "max-lg:hidden"}>{label}</span>
    </PageLink>
  );
}

const isSoldAlone = (part: ListedPart) => !part.kit && isOrderable(part);

function nextStep(part: ListedPart) {
  const { _id, name, life, kit } = part;
  if (kit)
    return {
      to: partPath(kit),
      label: "See kit",
      name: `Kit ${kit.number} with ${name}`,
      Icon: Package,
    };
  if (isOrderable(part))
    return {
      to: purchasePath(_id),
      label: "Purchase",
      name: `Purchase ${name}`,
      Icon: undefined,
    };
  const to = partPath(part);
  if (mayComeBack(part))
    return {
      to: `${to}#tell-me`,
      label: "Tell me",
      name: `Tell me when ${name} is back`,
      Icon: Bell,
    };
  if (life === "superseded")
    return { to, label: "Successor", name: `Successor of ${name}`, Icon: ArrowRight };
  return { to, label: "See part", name: `See part ${name}`, Icon: ArrowRight };
}

/** Never green: that would say that it fits. */
function Stock({ part }: { part: ListedPart }) {
  const { availablQuantity, isLow, kit } = part;
  if (kit)
    return (
      <span className="shrink-0">
        Only in kit <span className="inline-block max-w-full wrap-anywhere">{kit.number}</span>
      </span>
    );
  const isOut = availablQuantity === 0;
  const dot = isOut
    ? "border border-base-content/70"
    : isLow || !isOrderable(part)
      ? "bg-linear-to-r from-warning from-50% to-base-content/30 to-50%"
      : "bg-base-content";
  const count = formatNumber(availablQuantity, 0);
  return (
    <span className="inline-flex shrink-0 items-center gap-2 whitespace-nowrap">
      <span className={`size-2 rounded-full ${dot}`} aria-hidden="true" />
      {isOut ? "Out of stock" : isLow ? `${count} left` : `${count} in stock`}
    </span>
  );
}
