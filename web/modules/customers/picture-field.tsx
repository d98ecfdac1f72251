import { CircleAlert } from "lucide-react";
import { type RefObject, useEffect, useId, useState } from "react";
import { maxPictureBytes } from "#contract/media.ts";
import { Avatar } from "#web/ui/avatar.tsx";

type Props = {
  name: string;
  present: string;
  chosen: File | undefined;
  onChoose: (file: File | undefined) => void;
  error: string | undefined;
  input: RefObject<HTMLInputElement | null>;
};

export function PictureField({ name, present, chosen, onChoose, error, input }: Props) {
  const id = useId();
  const preview = usePreview(chosen);

  function keepPresent() {
    if (input.current) input.current.value = "";
    onChoose(undefined);
    input.current?.focus();
  }

  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
      <Avatar name={name} img={preview || present} className="size-24" />
      <div className="grid min-w-0 grow basis-64 gap-1.5">
        <label htmlFor={id} className="text-sm font-semibold">
          Profile picture
        </label>
        <input
          ref={input}
          id={id}
          type="file"
          accept="image/jpeg,image/png,image/webp,image/avif"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}hint ${id}error` : `${id}hint`}
          className="file-input h-11 w-full border-base-content/50 bg-base-100 aria-invalid:border-error"
          onChange={(event) => onChoose(event.target.files?.[0])}
        />
        <p id={`${id}hint`} className="text-sm text-base-content/75">
          JPEG, PNG, WebP or AVIF, at most 8 MB.{" "}
          {chosen && (
            <button type="button" className="link" onClick={keepPresent}>
              Keep the present picture
            </button>
          )}
        </p>
        {error && (
          <p id={`${id}error`} className="flex items-center gap-1.5 text-sm font-medium text-error">
            <CircleAlert className="size-4 shrink-0" aria-hidden="true" />
            {error}
          </p>
        )}
      </div>
    </div>
  );
}

/** The content security policy allows data: but not blob: addresses. */
function usePreview(file: File | undefined): string {
  const [preview, setPreview] = useState("");
  useEffect(() => {
    setPreview("");
    if (!file || file.size > maxPictureBytes) return;
    const reader = new FileReader();
    reader.onload = () => setPreview(String(reader.result));
    reader.readAsDataURL(file);
    return () => reader.abort();
  }, [file]);
  return preview;
}
