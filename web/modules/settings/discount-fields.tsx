import { CheckBox, Select } from "#web/ui/choice.tsx";
import { FormSection } from "#web/ui/form-section.tsx";
import { InRow } from "#web/ui/in-row.tsx";
import { RowList } from "#web/ui/row-list.tsx";
import { DollarsInput, PercentInput, TextInput, WholeInput } from "./settings-fields.tsx";
import { TargetFields } from "./target-fields.tsx";
import type { SettingsForm } from "./use-settings-form.ts";

type Discount = SettingsForm<"discounts">["value"]["discounts"][number];

const emptyDiscount: Omit<Discount, "key"> = {
  id: "",
  label: "",
  code: null,
  group: null,
  action: "percent",
  percentBp: 0,
  cents: 0,
  targets: [],
  excluded: [],
  minGoodsCents: 0,
  minPieces: 0,
  from: null,
  until: null,
  alone: false,
  maxUses: null,
  maxUsesEach: null,
  active: true,
};

const actions: Record<Discount["action"], string> = {
  percent: "Percent off",
  amount: "An amount off",
  "free-delivery": "Free delivery",
};

type Props = { form: SettingsForm<"discounts">; groups: Record<string, string> };

export function DiscountFields({ form: { value, errors, set }, groups }: Props) {
  return (
    <FormSection
      title="Discounts"
      hint="By a code, or by themselves. They apply in this order, each to what the ones before it left. Dates are in the time of the works."
      error={errors.discounts}
    >
      <RowList<Discount>
        itemName="discount"
        rows={value.discounts}
        emptyRow={emptyDiscount}
        max={500}
        onChange={(discounts) => set({ discounts })}
      >
        {(discount, at, change) => (
          <DiscountRow
            discount={discount}
            at={at + 1}
            groups={groups}
            errorOf={(name) => errors[`discounts.${at}.${name}`]}
            change={change}
          />
        )}
      </RowList>
    </FormSection>
  );
}

type RowProps = {
  discount: Discount;
  at: number;
  groups: Record<string, string>;
  errorOf: (field: string) => string | undefined;
  change: (values: Partial<Discount>) => void;
};

function DiscountRow({ discount, at, groups, errorOf, change }: RowProps) {
  const moment = (name: "from" | "until", label: string) => (
    <TextInput
      label={<InRow row={at}>{label}</InRow>}
      type="datetime-local"
      value={discount[name] ?? ""}
      error={errorOf(name)}
      onChange={(text) => change({ [name]: text || null })}
    />
  );
  const uses = (name: "maxUses" | "maxUsesEach", label: string) => (
    <WholeInput
      label={<InRow row={at}>{label}</InRow>}
      value={discount[name]}
      hint="Empty: any number"
      error={errorOf(name)}
      onChange={(count) => change({ [name]: count })}
    />
  );
  return (
    <div className="grid gap-4">
      <div className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-3">
        <TextInput
          label={`Discount ${at}`}
          value={discount.label}
          hint="As customers read it"
          error={errorOf("label")}
          onChange={(label) => change({ label })}
        />
        <TextInput
          label={<InRow row={`of discount ${at}`}>Short name</InRow>}
          value={discount.id}
          error={errorOf("id")}
          placeholder="spring-2027"
          onChange={(id) => change({ id })}
        />
        <TextInput
          label={<InRow row={at}>Code</InRow>}
          value={discount.code ?? ""}
          hint="Empty: applies by itself"
          error={errorOf("code")}
          onChange={(code) => change({ code: code.trim() === "" ? null : code })}
        />
        <Select
          label={<InRow row={at}>Takes off</InRow>}
          choices={actions}
          value={discount.action}
          onChoose={(action) => change({ action })}
        />
        {discount.action === "percent" && (
          <PercentInput
            label={<InRow row={at}>Percent</InRow>}
            value={discount.percentBp}
            error={errorOf("percentBp")}
            onChange={(percentBp) => change({ percentBp: percentBp as number })}
          />
        )}
        {discount.action === "amount" && (
          <DollarsInput
            label={<InRow row={at}>Amount ($)</InRow>}
            value={discount.cents}
            error={errorOf("cents")}
            onChange={(cents) => change({ cents: cents as number })}
          />
        )}
        <Select
          label={<InRow row={at}>For</InRow>}
          choices={groups}
          value={discount.group ?? ""}
          onChoose={(group) => change({ group: group || null })}
        />
        <DollarsInput
          label={<InRow row={at}>From a value of ($)</InRow>}
          value={discount.minGoodsCents}
          error={errorOf("minGoodsCents")}
          onChange={(cents) => change({ minGoodsCents: cents as number })}
        />
        <WholeInput
          label={<InRow row={at}>From pieces</InRow>}
          value={discount.minPieces}
          error={errorOf("minPieces")}
          onChange={(pieces) => change({ minPieces: pieces as number })}
        />
        {moment("from", "Begins")}
        {moment("until", "Ends")}
        {uses("maxUses", "Orders in all")}
        {uses("maxUsesEach", "Orders of one customer")}
      </div>
      {errorOf("group") && <p className="text-sm font-medium text-error">{errorOf("group")}</p>}
      <TargetFields
        what={`part of discount ${at}`}
        hint="Only for these; for all parts if there are none"
        targets={discount.targets}
        errorOf={(name) => errorOf(`targets.${name}`)}
        onChange={(targets) => change({ targets })}
      />
      <TargetFields
        what={`exception of discount ${at}`}
        hint="Not for these"
        targets={discount.excluded}
        errorOf={(name) => errorOf(`excluded.${name}`)}
        onChange={(excluded) => change({ excluded })}
      />
      <div className="flex flex-wrap gap-x-8">
        <CheckBox
          label={<InRow row={`(${at})`}>Never together with another discount</InRow>}
          checked={discount.alone}
          onChange={(alone) => change({ alone })}
        />
        <CheckBox
          label={<InRow row={`(${at})`}>In force</InRow>}
          checked={discount.active}
          onChange={(active) => change({ active })}
        />
      </div>
    </div>
  );
}
