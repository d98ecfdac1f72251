import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useForm } from "react-hook-form";
import type { PartReview } from "#contract/reviews.ts";
import { isResponseLost } from "#web/app/call.ts";
import { showFieldErrors } from "#web/app/forms.ts";
import { Field, FormError, SubmitButton, TextArea } from "#web/ui/field.tsx";
import { InlineLoading, LoadFailed } from "#web/ui/placeholder.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { ownReview, removeReview, saveReview } from "./part-review-calls.ts";
import { RatingField } from "./rating-field.tsx";

export type PictureField = (given: {
  isUploading: boolean;
  onUploading: (now: boolean) => void;
  onUploaded: (address: string) => void;
}) => ReactNode;

type Props = { partId: string; person: { name: string }; pictureField: PictureField };

export function PartReviewForm(props: Props) {
  const { data: own, error, refetch } = useQuery(ownReview(props.partId));
  if (!own && error) {
    return <LoadFailed title="This could not be fetched" error={error} retry={refetch} />;
  }
  if (!own) return <InlineLoading />;
  if (!own.mayReview) return <Remark>{notBought}</Remark>;
  return <Form {...props} own={own.review} />;
}

const notBought =
  "Only people who have bought this part here can review it, as soon as their order is paid.";

const names = ["name", "ratting", "description", "picture"] as const;

function Form({ partId, person, pictureField, own }: Props & { own: PartReview | null }) {
  const client = useQueryClient();
  const form = useForm({
    defaultValues: {
      name: own?.name ?? "",
      ratting: own ? `${own.ratting}` : "",
      description: own?.description ?? "",
      picture: own?.picture ?? "",
    },
  });
  const { register, handleSubmit, setError, setFocus, setValue, clearErrors, reset, watch } = form;
  const { errors } = form.formState;
  const [isUploading, setUploading] = useState(false);
  const refresh = () => client.invalidateQueries({ queryKey: ["parts"] });
  const { ratting, picture } = watch();

  const saving = useMutation({
    mutationFn: ({ ratting, ...texts }: Record<(typeof names)[number], string>) =>
      // NaN travels as null, and the server rejects the field.
      saveReview(partId, { ...texts, ratting: ratting.trim() ? Number(ratting) : Number.NaN }),
    async onSuccess({ waiting }) {
      await refresh();
      showToast(
        waiting
          ? "Thank you. Your review appears once we have looked at it."
          : "Your review is on this page now.",
      );
    },
    onError(error) {
      if (showFieldErrors(error, names, setError)) return;
      const again = isResponseLost(error) ? " Please send it again: it is kept once." : "";
      setError("root", { message: `${error.message}${again}` });
    },
  });
  const removing = useMutation({
    mutationFn: () => removeReview(partId),
    async onSuccess() {
      reset({ name: "", ratting: "", description: "", picture: "" });
      await refresh();
      // The button that had the focus goes.
      setFocus("ratting");
      showToast("Your review is gone.");
    },
    onError: ({ message }) => setError("root", { message }),
  });

  return (
    <form
      noValidate
      aria-label="Your review"
      className="grid gap-5 border border-base-300 p-5"
      onSubmit={handleSubmit((inputs) => !saving.isPending && saving.mutate(inputs))}
    >
      <Field
        label="Name"
        autoComplete="name"
        hint={`Left empty, the review is signed “${person.name}”`}
        error={errors.name?.message}
        {...register("name")}
      />
      <RatingField
        written={ratting}
        onPick={(stars) => {
          setValue("ratting", `${stars}`, { shouldDirty: true });
          clearErrors("ratting");
        }}
        error={errors.ratting?.message}
        {...register("ratting")}
      />
      <TextArea
        label="How is the part?"
        rows={5}
        error={errors.description?.message}
        {...register("description")}
      />
      {picture === "" ? (
        pictureField({
          isUploading,
          onUploading: setUploading,
          onUploaded: (address) => setValue("picture", address, { shouldDirty: true }),
        })
      ) : (
        <div className="flex items-center gap-4">
          <img src={picture} alt="What you have added" className="w-24 border border-base-300" />
          <button
            type="button"
            className="btn btn-outline btn-sm h-10"
            onClick={() => setValue("picture", "", { shouldDirty: true })}
          >
            Take the picture away
          </button>
        </div>
      )}
      <FormError>{errors.root?.message ?? errors.picture?.message}</FormError>
      <div className="flex flex-wrap gap-3">
        <SubmitButton busy={saving.isPending || isUploading}>
          {own ? "Save your review" : "Add your review"}
        </SubmitButton>
        {own && (
          <button
            type="button"
            className="btn btn-outline"
            onClick={() => removing.isPending || removing.mutate()}
          >
            Remove your review
          </button>
        )}
      </div>
    </form>
  );
}

export function Remark({ children }: { children: ReactNode }) {
  return <p className="border-s-4 border-base-300 ps-3 leading-relaxed">{children}</p>;
}
