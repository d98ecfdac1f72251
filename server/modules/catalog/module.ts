import type { ShopModule } from "#server/module.ts";
import { bulkHandlers } from "./bulk-edit.ts";
import { copyPicturesJob } from "./copy-pictures.ts";
import { deletePastPrices } from "./delete-past-prices.ts";
import { partEditHandlers, partHandlers, partUndoes } from "./handlers.ts";
import { attributeImport } from "./import-attributes.ts";
import { kitImport } from "./import-kits.ts";
import { numberImport } from "./import-numbers.ts";
import { partImport } from "./import-parts.ts";
import { priceImport } from "./import-prices.ts";
import { supersessionImport } from "./import-supersessions.ts";
import { lowStockJob, lowStockLetters } from "./low-stock-letter.ts";
import { partThings, partTypeThings } from "./part-things.ts";
import { partTypeHandlers, partTypeUndoes } from "./part-type-handlers.ts";
import { pictureCopyHandlers } from "./picture-copies.ts";
import { managedFileHandlers } from "./send-managed.ts";

export const catalog = {
  handlers: (context) => ({
    parts: partHandlers(context),
    partEdits: partEditHandlers(context),
    partTypes: partTypeHandlers(context),
    managedFile: managedFileHandlers(context),
    bulkEdits: bulkHandlers(context),
    pictureCopies: pictureCopyHandlers(context),
  }),
  jobs: (context) => [copyPicturesJob(context), lowStockJob(context)],
  emails: lowStockLetters,
  undo: { ...partUndoes, ...partTypeUndoes },
  records: { part: partThings, "part-type": partTypeThings },
  importKinds: {
    prices: priceImport,
    parts: partImport,
    numbers: numberImport,
    attributes: attributeImport,
    kits: kitImport,
    supersessions: supersessionImport,
  },
  expires: [deletePastPrices],
} satisfies ShopModule;
