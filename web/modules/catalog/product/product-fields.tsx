import type { PartType } from "#contract/catalog.ts";
import type { PartRecord } from "#contract/part-edits.ts";
import { formatCount } from "#web/app/format.tsx";
import { StockCell } from "../stock-cell.tsx";
import { AttributeFields } from "./attribute-fields.tsx";
import { BasicFields } from "./basic-fields.tsx";
import { KitFields } from "./kit-fields.tsx";
import { NumberFields } from "./number-fields.tsx";
import { PictureFields } from "./picture-fields.tsx";
import { SuccessorFields } from "./successor-fields.tsx";
import type { PartForm } from "./use-part-form.ts";

type Props = {
  form: PartForm;
  part: PartRecord;
  types: PartType[];
  upload: (picture: File) => Promise<string>;
};

export function ProductFields({ form, part, types, upload }: Props) {
  return (
    <>
      <BasicFields form={form} types={types} stock={<Stock part={part} />} />
      <PictureFields form={form} upload={upload} />
      <AttributeFields form={form} types={types} />
      <NumberFields form={form} />
      <KitFields form={form} />
      <SuccessorFields form={form} />
    </>
  );
}

function Stock({ part }: { part: PartRecord }) {
  const available = formatCount(part.availablQuantity);
  if (part.fromShelf) {
    return (
      <p className="text-sm">
        <span className="font-semibold">Availabl Quantity: {available}</span>, as its components
        suffice.
      </p>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-1">
      <span className="text-sm font-semibold">Availabl Quantity</span>
      <span className="md:ms-2">
        <StockCell part={part}>
          <span className="font-semibold underline underline-offset-4">{available}</span>
        </StockCell>
      </span>
    </div>
  );
}
