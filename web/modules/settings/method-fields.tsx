import type { DeliveryMethod } from "#contract/delivery-settings.ts";
import { CheckBox, Select } from "#web/ui/choice.tsx";
import { FormSection } from "#web/ui/form-section.tsx";
import { newKey, RowList } from "#web/ui/row-list.tsx";
import { DollarsInput, TextInput, Weekdays, WholeInput } from "./settings-fields.tsx";
import type { SettingsForm } from "./use-settings-form.ts";

type Method = SettingsForm<"delivery">["value"]["methods"][number];
type Rate = Method["rates"][number];

const workdays = [1, 2, 3, 4, 5];
const emptyMethod: Omit<Method, "key" | "rates"> = {
  id: "",
  name: "",
  kind: "carrier",
  zone: "",
  basis: "weight",
  freeFromCents: null,
  bulkyCents: 0,
  dangerousCents: 0,
  cutOff: "14:00",
  handlingDays: 0,
  transitFrom: 1,
  transitTo: 2,
  workingDays: workdays,
  carrierDays: workdays,
  taxClass: "standard",
  active: true,
};

const bases: Record<DeliveryMethod["basis"], string> = {
  weight: "Weight",
  value: "Value of the parts",
  pieces: "Pieces",
};
const units = { weight: "Up to (grams)", value: "Up to ($)", pieces: "Up to (pieces)" };

export function MethodFields({ form: { value, errors, set } }: { form: SettingsForm<"delivery"> }) {
  const zones = Object.fromEntries(value.zones.map(({ id, name }) => [id, name || id]));
  return (
    <FormSection
      title="Methods"
      hint="How you deliver, what it costs and how long it takes. What is paid after the cut-off time is prepared from the next working day on."
      error={errors.methods}
    >
      <RowList<Method>
        itemName="method"
        rows={value.methods}
        emptyRow={{ ...emptyMethod, rates: [{ key: newKey(), upTo: null, cents: 0 }] }}
        max={50}
        onChange={(methods) => set({ methods })}
      >
        {(method, at, change) => (
          <MethodRow
            method={method}
            zones={zones}
            errorOf={(name) => errors[`methods.${at}.${name}`]}
            change={change}
          />
        )}
      </RowList>
    </FormSection>
  );
}

type RowProps = {
  method: Method;
  zones: Record<string, string>;
  errorOf: (field: string) => string | undefined;
  change: (values: Partial<Method>) => void;
};

function MethodRow({ method, zones, errorOf, change }: RowProps) {
  const text = (name: "id" | "name" | "cutOff" | "taxClass", label: string) => (
    <TextInput
      label={label}
      value={method[name]}
      error={errorOf(name)}
      onChange={(text) => change({ [name]: text })}
    />
  );
  const days = (name: "handlingDays" | "transitFrom" | "transitTo", label: string) => (
    <WholeInput
      label={label}
      value={method[name]}
      error={errorOf(name)}
      onChange={(count) => change({ [name]: count as number })}
    />
  );
  const amount = (name: "freeFromCents" | "bulkyCents" | "dangerousCents", label: string) => (
    <DollarsInput
      label={label}
      value={method[name]}
      error={errorOf(name)}
      hint={name === "freeFromCents" ? "Empty: never" : "Empty: not taken"}
      onChange={(cents) => change({ [name]: cents })}
    />
  );
  const UpToInput = method.basis === "value" ? DollarsInput : WholeInput;
  return (
    <div className="grid gap-4">
      <div className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-4">
        {text("name", "Name of the method")}
        {text("id", "Short name of the method")}
        <Select
          label="Kind"
          choices={{ carrier: "By carrier", collection: "Collected at the works" }}
          value={method.kind}
          onChoose={(kind) => change({ kind, zone: kind === "collection" ? null : "" })}
        />
        {method.kind === "carrier" && (
          <Select
            label="Delivers to"
            choices={{ "": "Choose a zone", ...zones }}
            value={method.zone ?? ""}
            onChoose={(zone) => change({ zone })}
          />
        )}
      </div>
      {errorOf("zone") && <p className="text-sm font-medium text-error">{errorOf("zone")}</p>}
      <div className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <Select
          label="Price by"
          choices={bases}
          value={method.basis}
          onChoose={(basis) => change({ basis })}
        />
        {amount("freeFromCents", "Free from ($)")}
        {amount("bulkyCents", "More for bulky parts ($)")}
        {amount("dangerousCents", "More for dangerous goods ($)")}
      </div>
      <RowList<Rate>
        itemName="price"
        rows={method.rates}
        emptyRow={{ upTo: null, cents: 0 }}
        max={50}
        onChange={(rates) => change({ rates })}
      >
        {(rate, at, changeRate) => (
          <div className="grid items-start gap-3 sm:grid-cols-2">
            <UpToInput
              label={`${units[method.basis]} ${at + 1}`}
              value={rate.upTo}
              error={errorOf(`rates.${at}.upTo`)}
              hint="Empty: without end"
              onChange={(upTo) => changeRate({ upTo })}
            />
            <DollarsInput
              label={`Price ${at + 1} ($)`}
              value={rate.cents}
              error={errorOf(`rates.${at}.cents`)}
              onChange={(cents) => changeRate({ cents: cents as number })}
            />
          </div>
        )}
      </RowList>
      <div className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-4">
        {text("cutOff", "Cut-off time")}
        {days("handlingDays", "Days to prepare")}
        {days("transitFrom", "Days under way, from")}
        {days("transitTo", "Days under way, to")}
      </div>
      <div className="grid items-start gap-3 lg:grid-cols-2">
        <Weekdays
          label="Days on which the works prepare"
          value={method.workingDays}
          error={errorOf("workingDays")}
          onChange={(workingDays) => change({ workingDays })}
        />
        <Weekdays
          label="Days on which the carrier delivers"
          value={method.carrierDays}
          error={errorOf("carrierDays")}
          onChange={(carrierDays) => change({ carrierDays })}
        />
      </div>
      <div className="grid items-end gap-3 sm:grid-cols-2">
        {text("taxClass", "Tax class of the method")}
        <CheckBox
          label="Offered to customers"
          checked={method.active}
          onChange={(active) => change({ active })}
        />
      </div>
    </div>
  );
}
