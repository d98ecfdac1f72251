import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { reviewCalls } from "#contract/reviews.ts";
import { callInTime, isResponseLost } from "#web/app/call.ts";
import { showFieldErrors, useDraft } from "#web/app/forms.ts";
import { PageLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";
import { Field, FormError, SubmitButton, TextArea } from "#web/ui/field.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { RatingField } from "./rating-field.tsx";
import { ReviewPreview } from "./review-preview.tsx";

type Inputs = { name: string; ratting: string; description: string };
const names = ["name", "ratting", "description"] as const;
const empty: Inputs = { name: "", ratting: "", description: "" };

type Props = {
  person: { _id: string; name: string };
  img: string;
};

export function ReviewForm({ person, img }: Props) {
  const client = useQueryClient();
  const form = useForm<Inputs>({ defaultValues: empty });
  const { register, handleSubmit, setError, setValue, clearErrors, reset, watch } = form;
  const { errors } = form.formState;
  const draft = useDraft("review", person._id, names, form);
  const [added, setAdded] = useState<"shown" | "waiting">();
  // A second press may come before the next render.
  const busy = useRef(false);

  const adding = useMutation({
    mutationFn: ({ ratting, ...texts }: Inputs) =>
      // NaN travels as null, and the server rejects the field.
      callInTime(reviewCalls.add, {
        body: { ...texts, img, ratting: ratting.trim() ? Number(ratting) : Number.NaN },
      }),
    onMutate: () => setAdded(undefined),
    onSuccess: ({ waiting }) => {
      draft.drop();
      reset();
      setAdded(waiting ? "waiting" : "shown");
      showToast("Add A Review");
      void client.invalidateQueries({ queryKey: ["reviews"] });
    },
    onError: (error) => {
      if (showFieldErrors(error, names, setError)) return;
      const message = isResponseLost(error) ? `${error.message} ${kept}` : error.message;
      setError("root", { message });
    },
    onSettled: () => {
      busy.current = false;
    },
  });

  function send(inputs: Inputs) {
    if (busy.current) return;
    busy.current = true;
    adding.mutate(inputs);
  }

  function pick(stars: number) {
    setValue("ratting", String(stars), { shouldDirty: true });
    clearErrors("ratting");
    draft.keep();
  }

  const written = watch();
  return (
    <div className="grid items-start gap-10 xl:grid-cols-[minmax(0,1fr)_22rem] xl:gap-14">
      <form
        noValidate
        aria-label="Add Your Review"
        className="grid gap-5"
        onChange={draft.keep}
        onSubmit={handleSubmit(send)}
      >
        <div className="flex flex-wrap items-start gap-5">
          <div className="grow basis-44">
            <Field
              label="Name"
              autoComplete="name"
              hint={`Left empty, the review is signed “${person.name}”`}
              error={errors.name?.message}
              {...register("name")}
            />
          </div>
          <RatingField
            written={written.ratting}
            onPick={pick}
            error={errors.ratting?.message}
            {...register("ratting")}
          />
        </div>
        <TextArea
          label="Description"
          rows={6}
          hint="What did you order, and how was it?"
          error={errors.description?.message}
          {...register("description")}
        />
        <FormError>{errors.root?.message}</FormError>
        <div>
          <SubmitButton busy={adding.isPending}>Submit</SubmitButton>
        </div>
        <div role="status" className="empty:absolute">
          {added && <ReviewAdded isWaiting={added === "waiting"} />}
        </div>
      </form>
      <ReviewPreview {...written} signature={person.name} img={img} />
    </div>
  );
}

const kept =
  "What you wrote is kept here. Send it again: it is added once, even if it had arrived.";

function ReviewAdded({ isWaiting }: { isWaiting: boolean }) {
  if (isWaiting) {
    return (
      <p className="border border-s-4 border-base-300 border-s-info bg-base-100 p-4 leading-relaxed">
        Thank you. Your review appears once we have looked at it.
      </p>
    );
  }
  return (
    <p className="flex flex-wrap gap-x-6 gap-y-2 border border-s-4 border-base-300 border-s-success bg-base-100 p-4 leading-relaxed">
      Thank you. Your review is on the home page now.
      <PageLink to={paths.home} className="link font-semibold">
        See it there
      </PageLink>
    </p>
  );
}
