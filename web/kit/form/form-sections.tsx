import { Form } from 'antd'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { Control } from './controls.tsx'
import type { FormField } from './fields.ts'
import { FormSteps, stepId } from './form-steps.tsx'
import { checkField, isRequired } from './form-values.ts'
import css from './form.module.css'
import { RangeItem } from './range-item.tsx'

/** Kinds whose control is not a plain input: a label element cannot refer to them. */
const unlabelled: ReadonlySet<string> = new Set(['richText', 'documents', 'pictures', 'file', 'picture', 'switch', 'radio'])

/** One field: label, control, and the error of its rule after it was left. */
function Item({ field: f, schema }: { field: FormField; schema: z.ZodType }) {
  return (
    <Form.Item
      name={f.key}
      label={f.label}
      extra={f.hint}
      required={f.required ?? isRequired(schema, f.key)}
      className={f.beside ? css.beside! : f.half ? '' : css.whole!}
      validateTrigger="onBlur"
      rules={[
        {
          validator: async (_rule, value) => {
            const wrong = checkField(schema, f.key, value)
            if (wrong) throw new Error(wrong)
          },
        },
      ]}
    >
      <Control
        field={f}
        {...(f.readOnly ? { disabled: true } : {})}
        {...(unlabelled.has(f.kind ?? 'text') ? { 'aria-label': f.label } : {})}
      />
    </Form.Item>
  )
}

interface Props {
  form: string
  fields: readonly FormField[]
  schema: z.ZodType
  steps: boolean
  idOf(key: string): string
  onTouch(): void
}

/** The fields by section, with links to the sections of a long form. */
export function FormSections({ form, fields, schema, steps, idOf, onTouch }: Props) {
  const sections = [...new Set(fields.map((f) => f.section ?? ''))]
  return (
    <>
      {steps && <FormSteps form={form} sections={sections} />}
      {sections.map((section, at) => {
        const own = fields.filter((f) => (f.section ?? '') === section)
        return (
          <Section key={section} name={section} id={stepId(form, at)} fields={own}>
            {own.map((f) =>
              f.kind === 'dateRange' ? (
                <RangeItem key={f.key} field={f} idOf={idOf} schema={schema} onTouch={onTouch} />
              ) : (
                <Item key={f.key} field={f} schema={schema} />
              ),
            )}
          </Section>
        )
      })}
    </>
  )
}

/** The fields of one section; fields without a section come without a heading. */
function Section({ name, id, fields, children }: { name: string; id: string; fields: readonly FormField[]; children: ReactNode }) {
  const pair = fields.some((f) => f.beside)
  const grid = <div className={pair ? `${css.grid} ${css.pair}` : css.grid}>{children}</div>
  if (!name) return grid
  return (
    <details open className={pair ? `${css.section} ${css.across}` : css.section} id={id}>
      <summary>{name}</summary>
      {grid}
    </details>
  )
}
