import { useState } from "react";
import { UploadField } from "#web/modules/catalog/upload-field.tsx";
import { uploadPicture } from "#web/modules/media/calls.ts";

type Props = { logo: string; error: string | undefined; onChange: (logo: string) => void };

export function LogoField({ logo, error, onChange }: Props) {
  const [isUploading, setUploading] = useState(false);
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 text-sm font-semibold">Logo</legend>
      <p className="text-sm text-base-content/75">
        On every page, in letters, on invoices and where pages are shared. Choose one that can be
        read on light and on dark ground; without one, the shop's name stands there.
      </p>
      {logo && (
        <div className="flex flex-wrap items-center gap-4">
          <img src={logo} alt="The logo" className="h-12 w-auto max-w-full object-contain" />
          <button type="button" className="btn btn-outline" onClick={() => onChange("")}>
            Remove the logo
          </button>
        </div>
      )}
      <UploadField
        label={logo ? "Another logo" : "Upload a logo"}
        upload={uploadPicture}
        isUploading={isUploading}
        onUploading={setUploading}
        onUploaded={onChange}
      />
      {error && <p className="text-sm font-medium text-error">{error}</p>}
    </fieldset>
  );
}
