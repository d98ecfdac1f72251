import { managedFileCalls } from "#contract/managed-file.ts";
import { filePath } from "#web/app/file-path.ts";
import type { ProductFilters } from "./product-view.ts";

export function managedFilePath({ q, view, type, sort }: ProductFilters, columns: string[]) {
  return filePath(managedFileCalls.file, { q, view, type, sort }, columns);
}
