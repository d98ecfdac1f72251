import type { ShopModule } from "#server/module.ts";
import { checkImportJob } from "./check-import.ts";
import { deleteOldImports } from "./delete-old-imports.ts";
import { importHandlers } from "./handlers.ts";
import { importThings } from "./import-things.ts";
import { writeImportJob } from "./write-import.ts";

export const imports = {
  handlers: (context, { importKinds }) => ({ imports: importHandlers(context, importKinds) }),
  jobs: ({ db }, { importKinds }) => [
    checkImportJob(db, importKinds),
    writeImportJob(db, importKinds),
  ],
  records: { import: importThings },
  expires: [deleteOldImports],
} satisfies ShopModule;
