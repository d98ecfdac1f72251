import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { type Profile, userCalls } from "#contract/customers.ts";
import { maxPictureBytes } from "#contract/media.ts";
import { CallRefused, call } from "#web/app/call.ts";
import { useDraft } from "#web/app/forms.ts";
import { Field, FormError, SubmitButton } from "#web/ui/field.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { PictureField } from "./picture-field.tsx";

type Inputs = Pick<Profile, "education" | "location" | "number">;
const inputNames = ["education", "location", "number"] as const;

type Props = {
  personId: string;
  name: string;
  email: string;
  profile: Profile;
  upload: (picture: File) => Promise<string>;
  onSaved: () => Promise<unknown>;
};

export function UpdateProfileForm({ personId, name, email, profile, upload, onSaved }: Props) {
  const { education, location, number } = profile;
  const form = useForm<Inputs>({
    values: { education, location, number },
    // Pushed changes of the profile only replace untouched fields.
    resetOptions: { keepDirtyValues: true },
  });
  const { register, handleSubmit, setError, formState } = form;
  const { errors } = formState;
  const draft = useDraft("profile", personId, inputNames, form);
  const [picture, setPicture] = useState<File>();
  const [pictureError, setPictureError] = useState<string>();
  const pictureInput = useRef<HTMLInputElement>(null);

  const saving = useMutation({
    mutationFn: async (inputs: Inputs) => {
      const img = picture ? await uploadPicture(picture) : profile.img;
      const { insertedId } = await call(userCalls.saveProfile, {
        body: { email, ...inputs, img },
      });
      if (!insertedId) throw new Error("Your profile may not have been saved. Please try again.");
    },
    onSuccess: async () => {
      draft.drop();
      showToast("Update Your Profile");
      await onSaved();
    },
    onError: (error) => {
      showToast("Faild to Update Your Profile", "error");
      if (error instanceof PictureRefused) showPictureError(error.message);
      else showErrors(error);
    },
  });

  async function uploadPicture(file: File): Promise<string> {
    if (file.size > maxPictureBytes) throw new PictureRefused(tooLarge);
    return upload(file).catch((error: Error) => {
      throw isSignedOut(error) ? error : new PictureRefused(error.message);
    });
  }

  function choose(file: File | undefined) {
    setPicture(file);
    setPictureError(file && file.size > maxPictureBytes ? tooLarge : undefined);
  }

  function showPictureError(message: string) {
    setPictureError(message);
    pictureInput.current?.focus();
  }

  function showErrors(error: Error) {
    const fields = error instanceof CallRefused ? error.fields : {};
    const wrong = inputNames.filter((input) => fields[input]);
    for (const [index, input] of wrong.entries()) {
      setError(input, { message: fields[input] ?? "" }, { shouldFocus: index === 0 });
    }
    if (fields.img) showPictureError(fields.img);
    else if (wrong.length === 0) setError("root", { message: error.message });
  }

  return (
    <form
      noValidate
      className="grid max-w-2xl gap-5"
      aria-label="Update Profile"
      onChange={draft.keep}
      onSubmit={handleSubmit((inputs) => {
        if (!saving.isPending) saving.mutate(inputs);
      })}
    >
      <PictureField
        name={name}
        present={profile.img}
        chosen={picture}
        onChoose={choose}
        error={pictureError}
        input={pictureInput}
      />
      <Field label="Name" value={name} disabled readOnly />
      <Field label="Email" type="email" value={email} disabled readOnly />
      <Field label="Education" error={errors.education?.message} {...register("education")} />
      <Field
        label="Location"
        autoComplete="address-level2"
        error={errors.location?.message}
        {...register("location")}
      />
      <Field
        label="Number"
        type="tel"
        autoComplete="tel"
        error={errors.number?.message}
        {...register("number")}
      />
      <FormError>{errors.root?.message}</FormError>
      <div>
        <SubmitButton busy={saving.isPending}>Save</SubmitButton>
      </div>
    </form>
  );
}

const tooLarge = "The picture is larger than 8 MB. Please choose a smaller one.";

class PictureRefused extends Error {}

function isSignedOut(error: Error): boolean {
  return error instanceof CallRefused && error.status === 401;
}
