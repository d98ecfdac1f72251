import { ArrowDown, ArrowUp } from "lucide-react";
import { useState } from "react";
import { useDebounced } from "#web/app/use-debounced.ts";
import { Field } from "#web/ui/field.tsx";
import { FormSection } from "#web/ui/form-section.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { newKey, RowList } from "#web/ui/row-list.tsx";
import { UploadField } from "../upload-field.tsx";
import type { PictureInput } from "./part-inputs.ts";
import { CopyState, usePictureCopies } from "./picture-copies.tsx";
import type { PartForm } from "./use-part-form.ts";

type Props = {
  form: PartForm;
  upload: (picture: File) => Promise<string>;
};

const maxPictures = 12;

export function PictureFields({ form: { base, inputs, errors, set }, upload }: Props) {
  const { pictures } = inputs;
  const { copyOf, retry } = usePictureCopies(base._id);
  const copyHint = (address: string) => {
    const copy = copyOf(address);
    return copy && <CopyState copy={copy} retry={retry} />;
  };
  const [isUploading, setUploading] = useState(false);

  function add(address: string) {
    const written = pictures.filter((each) => each.address !== "");
    set({ pictures: [...written, { key: newKey(), address }] });
  }

  function move(at: number, to: number) {
    const moved = pictures.toSpliced(at, 1);
    const [picture] = pictures.slice(at, at + 1);
    if (picture) set({ pictures: moved.toSpliced(to, 0, picture) });
  }

  return (
    <FormSection title="Pictures" hint="Lists show the first one." error={errors.pictures}>
      <RowList<PictureInput>
        itemName="picture"
        rows={pictures}
        emptyRow={{ address: "" }}
        max={maxPictures}
        onChange={(rows) => set({ pictures: rows })}
      >
        {({ address }, at, change) => (
          <div className="grid grid-cols-[4.5rem_minmax(0,1fr)] items-start gap-3">
            <Thumbnail address={copyOf(address)?.copy ?? address} />
            <div className="grid gap-2 sm:grid-cols-[minmax(0,1fr)_auto]">
              <Field
                label={`Picture ${at + 1}`}
                type="url"
                inputMode="url"
                spellCheck={false}
                value={address}
                error={errors[`pictures.${at}`]}
                hint={copyHint(address)}
                onChange={({ target }) => change({ address: target.value })}
              />
              <span className="flex items-start gap-1 sm:pt-6.5">
                <MoveButton
                  label={`Move picture ${at + 1} up`}
                  isUp
                  isOff={at === 0}
                  onClick={() => move(at, at - 1)}
                />
                <MoveButton
                  label={`Move picture ${at + 1} down`}
                  isOff={at === pictures.length - 1}
                  onClick={() => move(at, at + 1)}
                />
              </span>
            </div>
          </div>
        )}
      </RowList>
      {pictures.length < maxPictures && (
        <UploadField
          label="Or upload a picture"
          upload={upload}
          isUploading={isUploading}
          onUploading={setUploading}
          onUploaded={add}
        />
      )}
    </FormSection>
  );
}

function Thumbnail({ address }: { address: string }) {
  const src = useDebounced(address.trim());
  return (
    <span className="mt-6.5 block border border-base-300">
      <Picture key={src} src={src} alt="" sizes="72px" />
    </span>
  );
}

type MoveProps = { label: string; isUp?: boolean; isOff: boolean; onClick: () => void };

/** It keeps the focus where there is no further way. */
function MoveButton({ label, isUp = false, isOff, onClick }: MoveProps) {
  const Icon = isUp ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      className="btn btn-outline btn-square border-base-content/50 aria-disabled:opacity-50"
      aria-label={label}
      aria-disabled={isOff}
      onClick={() => isOff || onClick()}
    >
      <Icon className="size-5" aria-hidden="true" />
    </button>
  );
}
