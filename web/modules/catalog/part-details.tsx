import { Fragment, Suspense, useState } from "react";
import type { LinkedPart, ListedVehicles, PartPage } from "#contract/catalog.ts";
import { formatCents, toCents } from "#contract/rules/money.ts";
import { partPath } from "#contract/rules/part-path.ts";
import { formatDollars, KeepUnits, writeDate } from "#web/app/format.tsx";
import { PageLink } from "#web/app/page-link.tsx";
import { numberPath } from "#web/app/paths.ts";
import { late } from "#web/ui/late.tsx";

export function PartSpecification({ part }: { part: PartPage }) {
  const { brand, packOf, attributes } = part;
  const own = [
    ...(brand === null ? [] : [{ name: "Brand", value: brand, unit: null }]),
    ...(packOf === 1 ? [] : [{ name: "In a pack", value: packOf, unit: "pieces" }]),
  ];
  return (
    <table className="w-full" aria-labelledby="specification">
      <tbody className="divide-y divide-base-300 border-b border-base-300">
        {[...attributes, ...own].map(({ name, value, unit }) => (
          <tr key={name}>
            <th scope="row" className="py-2.5 pe-4 text-start font-normal wrap-anywhere">
              {name}
            </th>
            {/* The unit stays with its number. */}
            <td className="py-2.5 text-end font-semibold wrap-anywhere" dir="auto">
              {unit === null ? value : `${value}\u00a0${unit}`}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function hasSpecification({ brand, packOf, attributes }: PartPage): boolean {
  return brand !== null || packOf > 1 || attributes.length > 0;
}

type Numbers = PartPage["numbers"];

const kinds = {
  oe: "Original numbers",
  competitor: "Other makers’ numbers",
  gtin: "GTIN",
  old: "Earlier numbers",
} as const;

export function PartNumbers({ numbers }: { numbers: Numbers }) {
  const groups = Map.groupBy(numbers, ({ kind }) => kind);
  return (Object.keys(kinds) as (keyof typeof kinds)[]).map((kind) => {
    const group = groups.get(kind);
    return group && <Group key={kind} name={kinds[kind]} numbers={group} />;
  });
}

function Group({ name, numbers }: { name: string; numbers: Numbers }) {
  return (
    <div className="pt-2">
      <h3 className="text-sm font-semibold text-base-content/75">{name}</h3>
      <ul className="divide-y divide-base-300 border-b border-base-300">
        {numbers.map(({ brand, written, pieces, note }) => (
          <li
            key={`${brand} ${written}`}
            className="flex flex-wrap items-baseline justify-between gap-x-4 py-2"
          >
            {brand !== null && <span className="wrap-anywhere">{brand}</span>}
            {brand === null ? (
              <span className="font-mono wrap-anywhere">{written}</span>
            ) : (
              <PageLink
                to={numberPath(written)}
                className="link inline-block min-h-6 font-mono wrap-anywhere"
              >
                {written}
              </PageLink>
            )}
            {(pieces !== 1 || note !== "") && (
              <span className="w-full text-sm wrap-anywhere text-base-content/75">
                {[pieces !== 1 && `${pieces} of ours for one of theirs`, note]
                  .filter(Boolean)
                  .join(". ")}
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

const shownAtOnce = 6;

const MoreVehicles = late(async () => (await import("./more-vehicles.tsx")).MoreVehicles);

export function PartVehicles({ _id, vehicles }: Pick<PartPage, "_id" | "vehicles">) {
  const { lines, next, listsAll } = vehicles;
  const rest = lines.slice(shownAtOnce);
  const [isOpened, setOpened] = useState(false);
  return (
    <>
      <VehicleLines lines={lines.slice(0, shownAtOnce)} />
      {rest.length > 0 && (
        <details onToggle={() => setOpened(true)}>
          <summary className="link inline-flex min-h-11 cursor-pointer items-center text-sm">
            {rest.length + vehicles.more} more
          </summary>
          <VehicleLines lines={rest} />
          {next !== null && isOpened && (
            <Suspense>
              <MoreVehicles
                part={_id}
                after={next}
                show={(lines) => <VehicleLines lines={lines} />}
              />
            </Suspense>
          )}
        </details>
      )}
      <p className="pt-2 text-sm text-base-content/75">
        {listsAll
          ? "These are all cars that it fits."
          : "It may fit others, of which we have no data."}
      </p>
    </>
  );
}

function VehicleLines({ lines }: { lines: ListedVehicles["lines"] }) {
  return (
    <ul className="divide-y divide-base-300 border-b border-base-300">
      {lines.map(({ name, years, only }) => (
        <li key={name + years + only} className="py-2">
          <span className="flex flex-wrap justify-between gap-x-4">
            <span className="font-semibold wrap-anywhere">{name}</span>
            <span>{years}</span>
          </span>
          {only !== "" && (
            <span className="block text-sm wrap-anywhere text-base-content/75">{only}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

type Step = PartPage["chain"][number];

export function PartHistory({ part }: { part: PartPage }) {
  const steps = part.chain.toSorted((one, other) => one.since.localeCompare(other.since, "en"));
  return (
    <ol className="divide-y divide-base-300 border-b border-base-300">
      {steps.map((step) => (
        <li key={`${step.old._id} ${step.choice} ${step.new._id}`} className="grid gap-1 py-3">
          <p>
            <Named part={step.old} shown={part} />{" "}
            {step.bothWays ? "is interchangeable with" : "was replaced by"}{" "}
            {step.quantity > 1 && `${step.quantity} × `}
            <Named part={step.new} shown={part} />
            {step.merges && ", which replaces several parts at once"}
            {step.only !== "" && `, only for cars: ${step.only}`}
          </p>
          <p className="text-sm text-base-content/75">
            Since <time dateTime={step.since}>{writeDate(step.since)}</time>
            {step.reason !== "" && `: ${step.reason}`}
          </p>
        </li>
      ))}
    </ol>
  );
}

/** The part of this page needs no link. */
function Named({ part, shown }: { part: Step["old"]; shown: PartPage }) {
  if (part._id !== shown._id) return <PartLink part={part} />;
  return <strong className="font-mono">{part.number}</strong>;
}

export function ReplacedBy({ successors }: Pick<PartPage, "successors">) {
  if (successors.length === 0) return null;
  return (
    <div className="grid gap-2">
      <h2 className="font-bold">It was replaced by</h2>
      <PartSuccessors successors={successors} />
    </div>
  );
}

export function PartSuccessors({ successors }: Pick<PartPage, "successors">) {
  return (
    <div className="grid gap-2">
      {successors.map((together, index) => (
        <Fragment key={together.map(({ part }) => part._id).join()}>
          {index > 0 && <p className="text-sm text-base-content/75">or</p>}
          <ul className="grid gap-1">
            {together.map(({ part, quantity, terms, only }) => (
              <li key={part._id} className="group/way">
                {only !== "" && <span data-fit-only={JSON.stringify(terms)} />}
                {quantity > 1 && `${quantity} × `}
                <span className="group-has-[[data-not-for-car]]/way:hidden">
                  <PartLink part={part} />
                </span>
                <span className="hidden font-mono group-has-[[data-not-for-car]]/way:inline">
                  {part.number}
                </span>
                {only !== "" && `, only for cars: ${only}`}
              </li>
            ))}
          </ul>
        </Fragment>
      ))}
    </div>
  );
}

function PartLink({ part }: { part: Pick<LinkedPart, "number" | "name"> }) {
  return (
    <PageLink to={partPath(part)} className="link wrap-anywhere">
      <span className="font-mono whitespace-nowrap">{part.number}</span>{" "}
      <span dir="auto">
        <KeepUnits>{part.name}</KeepUnits>
      </span>
    </PageLink>
  );
}

export function KitComponents({ part: { components, price } }: { part: PartPage }) {
  const singly = components.reduce<number | null>(
    (sum, each) =>
      sum === null || each.price === null ? null : sum + toCents(each.price) * each.quantity,
    0,
  );
  const saved = singly === null ? 0 : singly - toCents(price);
  return (
    <>
      <ul className="divide-y divide-base-300 border-b border-base-300">
        {components.map(({ part, quantity, price, successors }) => (
          <li key={part._id} className="grid gap-1 py-2.5">
            <p className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span>
                {quantity} ×{" "}
                {price === null ? (
                  <span dir="auto">
                    <span className="font-mono">{part.number}</span> {part.name}
                  </span>
                ) : (
                  <PartLink part={part} />
                )}
              </span>
              {price === null ? (
                <span className="text-sm text-base-content/75">in kits only</span>
              ) : (
                <span>${formatDollars(price)} each</span>
              )}
            </p>
            {successors.length > 0 && (
              <div className="text-sm">
                <p>No longer made. Replaced by:</p>
                <PartSuccessors successors={successors} />
              </div>
            )}
          </li>
        ))}
      </ul>
      {singly !== null && (
        <p className="pt-2 text-sm">
          Bought singly: ${formatCents(singly)}.
          {saved > 0 && <strong> With the kit you save ${formatCents(saved)}.</strong>}
        </p>
      )}
    </>
  );
}

export function KitList({ kits }: Pick<PartPage, "kits">) {
  return (
    <ul className="divide-y divide-base-300 border-b border-base-300">
      {kits.map(({ part, quantity, price }) => (
        <li key={part._id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2.5">
          <span>
            <PartLink part={part} />
            {quantity > 1 && `, with ${quantity} of these`}
          </span>
          {price !== null && <span>${formatDollars(price)}</span>}
        </li>
      ))}
    </ul>
  );
}

export function PartLinks({ parts }: { parts: readonly LinkedPart[] }) {
  return parts.map((part, at) => (
    <Fragment key={part._id}>
      {at > 0 && ", "}
      <PartLink part={part} />
    </Fragment>
  ));
}
