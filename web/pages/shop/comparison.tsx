import type { ReactNode } from "react";
import type { PartPage } from "#contract/catalog.ts";
import { partPath } from "#contract/rules/part-path.ts";
import { isOrderable } from "#contract/rules/quantity.ts";
import { KeepUnits } from "#web/app/format.tsx";
import { PageLink } from "#web/app/page-link.tsx";
import { purchasePath } from "#web/app/paths.ts";
import { compareParts } from "#web/modules/compare/compared-rows.ts";
import { Picture } from "#web/ui/picture.tsx";

type Props = { parts: PartPage[]; children: (part: PartPage) => ReactNode };

export function Comparison({ parts, children }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways by keyboard
    <section aria-label="Comparison" tabIndex={0} className="relative overflow-x-auto">
      <table className="w-full border-collapse text-sm md:text-base">
        <thead>
          <tr className="align-top">
            <td className="sticky start-0 z-1 w-28 min-w-24 bg-base-100 md:w-48" />
            {parts.map((part) => (
              <th
                key={part._id}
                scope="col"
                className="min-w-36 border-s border-base-300 p-2 text-start font-normal md:p-3"
              >
                <ComparedPart part={part}>{children(part)}</ComparedPart>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {compareParts(parts).map(({ name, values, differs }) => (
            <tr key={name} className={`border-t border-base-300 ${differs ? "bg-warning/12" : ""}`}>
              <th
                scope="row"
                className={`sticky start-0 z-1 bg-base-100 py-2 pe-3 text-start align-top wrap-anywhere ${differs ? "font-bold" : "font-normal"}`}
              >
                {name}
                {differs && <span className="block text-xs font-normal">differs</span>}
              </th>
              {values.map((value, at) => (
                <td
                  key={parts[at]?._id}
                  className={`border-s border-base-300 p-2 align-top wrap-anywhere md:px-3 ${differs ? "font-bold" : ""}`}
                  dir="auto"
                >
                  {value ?? "–"}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

type ComparedProps = { part: PartPage; children: ReactNode };

function ComparedPart({ part, children }: ComparedProps) {
  return (
    <div className="grid max-w-60 gap-2">
      <div className="max-w-48 border border-base-300">
        <Picture src={part.pictures[0] ?? ""} alt="" sizes="12rem" />
      </div>
      <p className="font-mono text-sm wrap-anywhere">{part.number}</p>
      <PageLink to={partPath(part)} className="leading-snug font-semibold wrap-anywhere underline">
        <span dir="auto">
          <KeepUnits>{part.name}</KeepUnits>
        </span>
      </PageLink>
      {part.inKitsOnly && part.kits[0] && (
        <PageLink to={partPath(part.kits[0].part)} className="link text-sm">
          Sold in kits only: {part.kits[0].part.number}
        </PageLink>
      )}
      {!part.inKitsOnly && isOrderable(part) && (
        <PageLink
          to={purchasePath(part._id)}
          className="btn btn-outline"
          aria-label={`Purchase ${part.name}`}
        >
          Purchase
        </PageLink>
      )}
      {children}
    </div>
  );
}
