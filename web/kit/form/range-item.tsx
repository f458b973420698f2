import { Form } from 'antd'
import { lazy, Suspense } from 'react'
import type { z } from 'zod'
import { rangeKeys } from './fields.ts'
import { isRequired, type Values } from './form-values.ts'
import css from './form.module.css'
import type { FormField } from './fields.ts'

const DateRangeInput = lazy(() => import('../date/date-range-input.tsx'))

/** A date range in a form stores its two values in two fields. */
export function RangeItem({
  field,
  idOf,
  schema,
  onTouch,
}: {
  field: FormField
  idOf: (key: string) => string
  schema: z.ZodType
  onTouch: () => void
}) {
  const form = Form.useFormInstance<Values>()
  const [from, to] = rangeKeys(field)
  const start = Form.useWatch(from, { form, preserve: true }) as string | undefined
  const end = Form.useWatch(to, { form, preserve: true }) as string | undefined
  return (
    <Form.Item
      label={field.label}
      extra={field.hint}
      required={isRequired(schema, from)}
      className={field.half ? '' : css.whole!}
      htmlFor={idOf(from)}
      shouldUpdate
    >
      {() => {
        const errors = [...form.getFieldError(from), ...form.getFieldError(to)]
        return (
          <>
            <Form.Item name={from} noStyle>
              <input type="hidden" />
            </Form.Item>
            <Form.Item name={to} noStyle>
              <input type="hidden" />
            </Form.Item>
            <div data-field={idOf(to)}>
              <Suspense fallback={<span>…</span>}>
                <DateRangeInput
                  id={idOf(from)}
                  label={field.label}
                  {...(field.format ? { format: field.format } : {})}
                  disabled={field.readOnly ?? false}
                  value={{ start: start ?? null, end: end ?? null }}
                  onChange={(r) => {
                    form.setFields([
                      { name: from, value: r.start, errors: [], touched: true },
                      { name: to, value: r.end, errors: [], touched: true },
                    ])
                    onTouch()
                  }}
                />
              </Suspense>
            </div>
            {errors[0] && (
              <div role="alert" style={{ color: 'var(--error)' }}>
                {errors[0]}
              </div>
            )}
          </>
        )
      }}
    </Form.Item>
  )
}
