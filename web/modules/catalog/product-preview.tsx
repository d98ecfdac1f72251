import { useState } from "react";
import { formatCount, formatDollars } from "#web/app/format.tsx";
import { useDebounced } from "#web/app/use-debounced.ts";
import { Picture, useIsShownPicture } from "#web/ui/picture.tsx";
import { type ProductInputs, parseNumber } from "./use-add-product.ts";

export function ProductPreview({ product }: { product: ProductInputs }) {
  const { name, description, minimumQuantity, availablQuantity, price } = product;
  const img = useDebounced(product.img.trim());
  const [failed, setFailed] = useState("");
  const isShown = useIsShownPicture();
  const isElsewhere = /^https?:\/\/[^/]+\/./i.test(img) && !isShown(img);
  return (
    <aside aria-label="Preview" className="grid gap-3 xl:sticky xl:top-24">
      <p className="text-sm font-semibold">As customers will see it</p>
      <div className="border border-base-300 bg-base-100 max-xl:grid max-xl:sm:grid-cols-2">
        <div onErrorCapture={() => setFailed(img)}>
          <Picture key={img} src={img} alt="" eager sizes="(min-width: 80rem) 20rem, 50vw" />
          <p role="status" className="text-sm leading-relaxed">
            {isElsewhere && (
              <span className="block border-s-4 border-base-content/40 p-3">
                The shop copies this picture once the product is added. Until then customers see
                this drawing.
              </span>
            )}
            {img !== "" && failed === img && (
              <span className="block border-s-4 border-warning p-3">
                No picture comes from that address. Customers would see this drawing in its place.
              </span>
            )}
          </p>
        </div>
        <div className="grid content-start gap-3 p-5">
          <p className="text-lg leading-snug font-bold wrap-anywhere" dir="auto">
            {name.trim() || <Missing>Name</Missing>}
          </p>
          <p
            className="line-clamp-4 text-sm leading-relaxed wrap-anywhere text-base-content/75"
            dir="auto"
          >
            {description.trim() || <Missing>Description</Missing>}
          </p>
          <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 border-t border-base-300 pt-3 text-sm">
            <dt>minimum Quantity</dt>
            <dd className="font-medium">{countIn(minimumQuantity)}</dd>
            <dt>Availabl Quantity</dt>
            <dd className="font-medium">{countIn(availablQuantity)}</dd>
          </dl>
          <p className="text-xl font-bold">Price : ${priceIn(price)}</p>
          {cannotBeOrdered(product) && (
            <p className="border-s-4 border-warning ps-3 text-sm leading-relaxed">
              With these quantities nothing can be ordered: an order is more than the minimum and
              less than what is available.
            </p>
          )}
        </div>
      </div>
    </aside>
  );
}

function Missing({ children }: { children: string }) {
  return <span className="font-normal text-base-content/75">{children}</span>;
}

function countIn(text: string): string {
  const pieces = parseNumber(text);
  return Number.isInteger(pieces) ? formatCount(pieces) : "–";
}

function priceIn(text: string): string {
  return /^\d{1,8}(\.\d{0,2})?$/.test(text.trim()) ? formatDollars(Number(text)) : " –";
}

function cannotBeOrdered({ minimumQuantity, availablQuantity }: ProductInputs): boolean {
  return parseNumber(availablQuantity) - parseNumber(minimumQuantity) <= 1;
}
