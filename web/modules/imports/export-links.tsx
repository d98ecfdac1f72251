import { Download } from "lucide-react";
import { exportKinds } from "#contract/imports.ts";
import { kindNames } from "./import-words.ts";

export function ExportLinks() {
  return (
    <ul className="mb-10 flex flex-wrap gap-x-6">
      {exportKinds.map((kind) => (
        <li key={kind}>
          <a
            href={`/api/exports/${kind}`}
            download
            className="link inline-flex min-h-11 items-center gap-2 font-medium"
          >
            <Download className="size-4" aria-hidden="true" />
            Export {kindNames[kind].toLowerCase()}
          </a>
        </li>
      ))}
    </ul>
  );
}
