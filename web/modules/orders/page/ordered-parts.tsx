import { Suspense } from "react";
import type { OrderPage } from "#contract/order-page.ts";
import type { OrderLine } from "#contract/orders.ts";
import { partPath } from "#contract/rules/part-path.ts";
import { formatCount, formatDollars, KeepUnits } from "#web/app/format.tsx";
import { PageLink } from "#web/app/page-link.tsx";
import { late } from "#web/ui/late.tsx";
import { Picture } from "#web/ui/picture.tsx";

const FitNote = late(async () => (await import("../fit-note.tsx")).FitNote);

export function OrderedParts({ page }: { page: OrderPage }) {
  return (
    <section aria-labelledby="ordered-parts">
      <h3 id="ordered-parts" className="mb-2 text-lg font-bold">
        Parts
      </h3>
      <ul className="divide-y divide-base-300 border-y border-base-300">
        {page.order.lines
          .filter(({ kind }) => kind === "part")
          .map((line) => (
            <OrderedPart key={line._id} line={line} page={page} />
          ))}
      </ul>
    </section>
  );
}

function OrderedPart({ line, page }: { line: OrderLine; page: OrderPage }) {
  const { name, quantity, price, discount, total, refunded, cancelled, lost } = line;
  const part = page.parts.find(({ _id }) => _id === line.part);
  const number = line.number || line.currentNumber || "";
  return (
    <li className="grid grid-cols-[4rem_minmax(0,1fr)_auto] items-start gap-x-4 py-3">
      <Picture src={part?.img ?? ""} alt="" sizes="4rem" />
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">
          {number && <span className="me-2 font-mono text-sm whitespace-nowrap">{number}</span>}
          {part?.isForSale ? (
            <PageLink to={partPath({ number: number || part._id, name })} className="link">
              <KeepUnits>{name}</KeepUnits>
            </PageLink>
          ) : (
            <KeepUnits>{name}</KeepUnits>
          )}
        </p>
        <p className="text-sm text-base-content/75">
          {formatCount(quantity)} × ${formatDollars(price)}
          {discount > 0 && ` – $${formatDollars(discount)} discount`}
        </p>
        {describeParcels(line, page).map((text) => (
          <p key={text} className="text-sm text-base-content/75">
            {text}
          </p>
        ))}
        {lost > 0 && <p className="text-sm">{formatCount(lost)} lost on the way</p>}
        {cancelled > 0 && <p className="text-sm">{formatCount(cancelled)} cancelled</p>}
        {line.fit && (
          <Suspense fallback={<div className="min-h-17" />}>
            <FitNote fit={line.fit} />
          </Suspense>
        )}
        {refunded > 0 && (
          <p className="text-sm">
            ${formatDollars(refunded)} {page.order.dueOn ? "credited" : "refunded"}
          </p>
        )}
      </div>
      <p className="font-semibold whitespace-nowrap">${formatDollars(total)}</p>
    </li>
  );
}

function describeParcels({ _id, quantity }: OrderLine, { parcels }: OrderPage): string[] {
  return parcels
    .filter(({ state }) => state !== "void")
    .flatMap(({ parcel, state, lines }) => {
      const pieces = lines.find(({ line }) => line === _id)?.quantity ?? 0;
      if (pieces === 0) return [];
      const share = pieces === quantity ? "" : `${formatCount(pieces)} in `;
      const where = `${share}${share ? "parcel" : "Parcel"} ${parcel}`;
      return state === "shipped" ? where : `${where}, ${state}`;
    });
}
