import { CircleAlert } from "lucide-react";
import { type ChangeEvent, useId, useState } from "react";
import { maxPictureBytes } from "#contract/media.ts";

type Props = {
  label: string;
  upload: (picture: File) => Promise<string>;
  isUploading: boolean;
  onUploading: (now: boolean) => void;
  onUploaded: (url: string) => void;
};

export function UploadField({ label, upload, isUploading, onUploading, onUploaded }: Props) {
  const id = useId();
  const [error, setError] = useState("");

  async function take({ target }: ChangeEvent<HTMLInputElement>) {
    const picture = target.files?.[0];
    setError("");
    if (!picture) return;
    if (picture.size > maxPictureBytes) return setError(tooLarge);
    onUploading(true);
    await upload(picture).then(onUploaded, (reason: Error) => setError(reason.message));
    onUploading(false);
    // The same file may be chosen again.
    target.value = "";
  }

  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      <input
        id={id}
        type="file"
        accept="image/jpeg,image/png,image/webp,image/avif"
        disabled={isUploading}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}hint ${id}error` : `${id}hint`}
        className="file-input h-11 w-full border-base-content/50 bg-base-100 aria-invalid:border-error"
        onChange={take}
      />
      <p id={`${id}hint`} className="text-sm text-base-content/75" role="status">
        {isUploading ? "Uploading…" : "JPEG, PNG, WebP or AVIF, at most 8 MB."}
      </p>
      {error && (
        <p
          id={`${id}error`}
          role="alert"
          className="flex items-center gap-1.5 text-sm font-medium text-error"
        >
          <CircleAlert className="size-4 shrink-0" aria-hidden="true" />
          {error}
        </p>
      )}
    </div>
  );
}

const tooLarge = "The picture is larger than 8 MB. Please choose a smaller one.";
