import type { PartType } from "#contract/catalog.ts";
import { Field } from "#web/ui/field.tsx";
import { FormSection } from "#web/ui/form-section.tsx";
import { newKey, RowList } from "#web/ui/row-list.tsx";
import type { AttributeInput } from "./part-inputs.ts";
import type { PartForm } from "./use-part-form.ts";

type Props = { form: PartForm; types: PartType[] };
type Known = PartType["attributes"][number];

export function AttributeFields({ form: { inputs, errors, set }, types }: Props) {
  const { attributes } = inputs;
  const known = attributesOf(types, inputs.type);
  const rest = attributes.filter(({ name }) => !known.some((each) => isCalled(each, name)));

  function write({ name, unit }: Known, value: string) {
    const isThere = attributes.some((each) => isCalled(each, name));
    set({
      attributes: isThere
        ? attributes.map((each) => (isCalled(each, name) ? { ...each, value } : each))
        : [...attributes, { key: newKey(), name, unit: unit ?? "", value }],
    });
  }

  return (
    <FormSection title="Attributes" error={errors.attributes}>
      {known.length > 0 && (
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(11rem,100%),1fr))] items-start gap-5">
          {known.map((attribute) => (
            <Field
              key={attribute.name}
              label={attribute.unit ? `${attribute.name}, ${attribute.unit}` : attribute.name}
              inputMode={attribute.kind === "number" ? "decimal" : undefined}
              autoComplete="off"
              value={attributes.find(({ name }) => isCalled(attribute, name))?.value ?? ""}
              onChange={({ target }) => write(attribute, target.value)}
            />
          ))}
        </div>
      )}
      <RowList<AttributeInput>
        itemName={known.length > 0 ? "further attribute" : "new attribute"}
        rows={rest}
        emptyRow={{ name: "", unit: "", value: "" }}
        max={40}
        onChange={(rows) =>
          set({ attributes: [...attributes.filter((each) => !rest.includes(each)), ...rows] })
        }
      >
        {(row, at, change) => (
          <div className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_6rem]">
            <Field
              label={`Attribute ${at + 1}`}
              maxLength={60}
              value={row.name}
              onChange={({ target }) => change({ name: target.value })}
            />
            <Field
              label={`Value ${at + 1}`}
              maxLength={100}
              value={row.value}
              onChange={({ target }) => change({ value: target.value })}
            />
            <Field
              label={`Unit ${at + 1}`}
              maxLength={20}
              value={row.unit}
              onChange={({ target }) => change({ unit: target.value })}
            />
          </div>
        )}
      </RowList>
    </FormSection>
  );
}

const isCalled = (attribute: { name: string }, name: string) =>
  attribute.name.toLowerCase() === name.toLowerCase();

function attributesOf(types: PartType[], slug: string): Known[] {
  const type = types.find((each) => each.slug === slug);
  if (!type) return [];
  const above = type.parent === null ? [] : attributesOf(types, type.parent);
  const own = type.attributes;
  return [...own, ...above.filter(({ name }) => !own.some((each) => isCalled(each, name)))];
}
