import type { ReactNode } from "react";
import type { PartInList } from "#contract/catalog.ts";
import { formatDollars, formatNumber } from "#contract/rules/money.ts";
import { shortPartPath } from "#contract/rules/part-path.ts";
import { KeepUnits } from "#web/app/format.tsx";
import { PageLink } from "#web/app/page-link.tsx";
import { purchasePath } from "#web/app/paths.ts";
import { Picture } from "#web/ui/picture.tsx";
import { LoadFailed, Note, PageLoading } from "#web/ui/placeholder.tsx";

type Props = {
  parts: PartInList[];
  heading: "h2" | "h3";
  add: (part: PartInList) => ReactNode;
  main?: boolean;
};

const columns = 3;

export function PartGrid({ parts, heading, add, main = false }: Props) {
  const isEager = (index: number) => main && index < columns && (index === 0 || "where-wide");
  return (
    <ul className="grid grid-cols-1 border-s border-t border-base-300 md:grid-cols-3">
      {parts.map((part, index) => (
        <li key={part._id} className="min-w-0 border-e border-b border-base-300">
          <PartCard part={part} eager={isEager(index)} heading={heading} add={add(part)} />
        </li>
      ))}
    </ul>
  );
}

type CardProps = {
  part: PartInList;
  eager: boolean | "where-wide";
  heading: "h2" | "h3";
  add: ReactNode;
};

function PartCard({ part, eager, heading: Heading, add }: CardProps) {
  return (
    <article className="flex h-full flex-col max-md:grid max-md:grid-cols-[min(6.5rem,32%)_minmax(0,1fr)] max-md:gap-x-3 max-md:gap-y-1 max-md:p-3 max-[18rem]:flex">
      <div
        className={`max-md:row-span-3 max-md:self-start ${eager === true ? "" : "picture-below"}`}
      >
        <Picture
          key={part.img}
          src={part.img}
          alt=""
          eager={eager}
          sizes="(min-width: 80rem) 25rem, (min-width: 48rem) 33vw, 6.5rem"
        />
      </div>
      <div className="flex min-w-0 grow flex-col gap-3 p-5 max-md:contents lg:p-6">
        <PageLink to={shortPartPath(part.number)} className="hover:underline max-md:col-start-2">
          <Heading
            className="line-clamp-3 text-lg leading-snug font-bold wrap-anywhere max-md:line-clamp-2 max-md:text-base lg:text-xl"
            dir="auto"
          >
            <KeepUnits>{part.name}</KeepUnits>
          </Heading>
        </PageLink>
        <p data-fit="" className="max-md:col-start-2" />
        <div className="grow max-md:col-start-2">
          <p
            className="line-clamp-7 text-sm leading-relaxed wrap-anywhere max-md:line-clamp-2 max-md:leading-snug text-base-content/75"
            dir="auto"
          >
            {part.description}
          </p>
        </div>
        <dl className="text-sm max-md:col-start-2 md:mt-2">
          <Quantity label="minimum Quantity" pieces={part.minimumQuantity} />
          <Quantity label="Availabl Quantity" pieces={part.availablQuantity}>
            {part.availablQuantity === 0 && <span className="ms-2 text-error">Out of stock</span>}
          </Quantity>
        </dl>
        {part.kit && (
          <p className="text-sm max-md:col-start-2">
            Sold in kits only:{" "}
            <PageLink to={shortPartPath(part.kit.number)} className="link">
              <span className="font-mono">{part.kit.number}</span>{" "}
              <span dir="auto">{part.kit.name}</span>
            </PageLink>
          </p>
        )}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 max-md:col-span-2 border-base-300 md:gap-y-3 md:border-t md:pt-4">
          <p className="grow">
            <span className="text-lg font-bold whitespace-nowrap">
              {`Price : $${formatDollars(part.price)}`}
            </span>{" "}
            <span className="inline-block text-sm text-base-content/75">(per piece)</span>
          </p>
          <div className="flex grow gap-2">
            <PageLink
              to={purchasePath(part._id)}
              className="btn btn-outline grow"
              aria-label={`Purchase ${part.name}`}
            >
              Purchase
            </PageLink>
            {/* Kept free until it is loaded: nothing moves. */}
            {part.availablQuantity > 0 && !part.kit && (
              <div className="size-11 shrink-0">{add}</div>
            )}
          </div>
        </div>
      </div>
    </article>
  );
}

type QuantityProps = { label: string; pieces: number; children?: ReactNode };

function Quantity({ label, pieces, children }: QuantityProps) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 border-base-300 md:border-t md:py-1.5">
      <dt>{label}</dt>
      <dd className="font-semibold">
        {formatNumber(pieces, 0)}
        {children}
      </dd>
    </div>
  );
}

export function NoParts() {
  return (
    <Note title="There are no parts yet">
      <p>As soon as the first part is on the shelf, it is here.</p>
    </Note>
  );
}

type LoadingProps = { error: Error | null; hasFailed: boolean; retry: () => unknown };

/** Once loading has failed, the failure stays until the parts are there. */
export function PartsLoading({ error, hasFailed, retry }: LoadingProps) {
  return error || hasFailed ? (
    <LoadFailed title="The parts could not be fetched" error={error} retry={retry} />
  ) : (
    <PageLoading />
  );
}
