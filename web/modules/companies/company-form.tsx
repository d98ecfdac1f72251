import { useForm } from "react-hook-form";
import type { CompanyDetails } from "#contract/companies.ts";
import { CallRefused } from "#web/app/call.ts";
import { Field, FormError, SubmitButton, TextArea } from "#web/ui/field.tsx";
import { useAction } from "#web/ui/use-action.ts";

type Props = {
  details: CompanyDetails;
  action: string;
  save: (details: CompanyDetails) => Promise<unknown>;
};

export function CompanyForm({ details, action, save }: Props) {
  const { run, failure } = useAction();
  const { register, handleSubmit, setError, formState } = useForm<CompanyDetails>({
    defaultValues: details,
  });
  const { errors, isSubmitting } = formState;

  async function submit({ name, address, country, vatId }: CompanyDetails) {
    const codes = { country: country.trim().toUpperCase(), vatId: toVatId(vatId) };
    try {
      await save({ name, address, ...codes });
    } catch (error) {
      const fields = error instanceof CallRefused ? error.fields : {};
      for (const [at, [field, message]] of Object.entries(fields).entries())
        setError(field as keyof CompanyDetails, { message }, { shouldFocus: at === 0 });
      throw error;
    }
  }

  return (
    <form
      noValidate
      aria-label="Company"
      className="grid gap-5"
      onSubmit={handleSubmit((inputs) => run(() => submit(inputs)))}
    >
      <Field
        label="Company name"
        autoComplete="organization"
        maxLength={200}
        error={errors.name?.message}
        {...register("name", { required: "Name is Required" })}
      />
      <TextArea
        label="Company address"
        maxLength={1_000}
        error={errors.address?.message}
        {...register("address", { required: "Address is Required" })}
      />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field
          label="Country"
          hint="Two letters, such as DE"
          maxLength={2}
          error={errors.country?.message}
          {...register("country", { required: "Country is Required" })}
        />
        <Field
          label="VAT number (optional)"
          maxLength={20}
          error={errors.vatId?.message}
          {...register("vatId")}
        />
      </div>
      <FormError>{failure}</FormError>
      <div>
        <SubmitButton busy={isSubmitting}>{action}</SubmitButton>
      </div>
    </form>
  );
}

const toVatId = (written: string) => written.replace(/[\s.-]/g, "").toUpperCase();
