import { useNavigate } from "react-router";
import { importPath } from "#web/app/paths.ts";
import { ExportLinks } from "#web/modules/imports/export-links.tsx";
import { ImportList } from "#web/modules/imports/import-list.tsx";
import { UploadForm } from "#web/modules/imports/upload-form.tsx";
import { PageHeading } from "#web/pages/account/page-heading.tsx";
import { HiddenIfReadOnly } from "#web/ui/read-only.tsx";

export function ImportsPage() {
  const navigate = useNavigate();
  return (
    <section>
      <PageHeading>Imports</PageHeading>
      <p className="mb-4 max-w-prose leading-relaxed text-base-content/80">
        Change many parts at once: export a file, edit it in a spreadsheet, and upload it here. It
        is checked line by line and shown as a difference before anything changes.
      </p>
      <ExportLinks />
      <HiddenIfReadOnly>
        <UploadForm onUploaded={(id) => navigate(importPath(id))} />
      </HiddenIfReadOnly>
      <ImportList />
    </section>
  );
}
