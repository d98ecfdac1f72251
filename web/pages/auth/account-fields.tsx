import type { ComponentProps } from "react";
import { Field, PasswordField } from "#web/ui/field.tsx";

type Props = Omit<ComponentProps<typeof PasswordField>, "label" | "aria-required">;

export const EmailField = (props: Props) => (
  <Field label="Email" type="email" inputMode="email" aria-required {...props} />
);

export const CurrentPasswordField = (props: Props) => (
  <PasswordField label="Password" autoComplete="current-password" aria-required {...props} />
);

export const NewPasswordField = ({ label, ...props }: Props & { label: string }) => (
  <PasswordField
    label={label}
    hint="At least 6 characters"
    autoComplete="new-password"
    aria-required
    {...props}
  />
);
