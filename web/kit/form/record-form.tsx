import { Button, Form } from 'antd'
import { useId, useRef, useState, type ReactNode, type RefObject } from 'react'
import type { z } from 'zod'
import { messages } from '../../../contract/messages.ts'
import { toast } from '../../toast.ts'
import { ErrorSummary } from './error-summary.tsx'
import { readFailure } from '../failure.ts'
import { rangeKeys, type FormField } from './fields.ts'
import { focusField } from './focus-error.ts'
import { checkValues, cleaned, isDirty, placeErrors, type FieldError, type Values } from './form-values.ts'
import css from './form.module.css'
import { FormSections } from './form-sections.tsx'
import { UploadGateContext, type UploadGate } from '../upload/upload-gate.ts'
import { useErrorSummary } from './use-error-summary.ts'
import { useCloseQuestion } from '../dialog/use-close-question.ts'
import type { DraftOptions } from './use-draft.ts'
import { useKeptTyping } from './use-kept-typing.tsx'

type KeyOf<S extends z.ZodType> = keyof z.input<S> & string

/** Types the fields by the schema: a key that it does not have does not compile. */
export const formFields = <S extends z.ZodType>(_schema: S, ...fields: readonly FormField<KeyOf<NoInfer<S>>>[]) => fields

/** A schema whose keys are known at run time only. */
export type RunTimeSchema = z.ZodObject<Record<string, z.ZodType>>

type Initial<S extends z.ZodType> = { [K in keyof z.input<S>]?: z.input<S>[K] | null }

interface Props<S extends z.ZodType> {
  schema: S
  fields: readonly FormField<KeyOf<NoInfer<S>>>[]
  /** what it begins with; null, like nothing, is an empty control */
  initial?: Initial<NoInfer<S>>
  /** what `initial` would be now; asked when the save is refused because somebody else saved meanwhile */
  latest?: (() => Promise<Initial<NoInfer<S>>>) | undefined
  /** throws the server's refusal: its `fields` go to the fields, typed values stay; `typed` has what was cleared as well */
  onSubmit: (values: z.input<S>, typed: Values) => Promise<unknown>
  onCancel?: () => void
  submitText?: string
  /** where unsent typing is kept; by itself for a thing whose `initial` has an id; null: nowhere, for keys and codes */
  draft?: DraftOptions | null | undefined
  /** the queries of the page at which the form stands */
  standsAt?: readonly string[]
  /** tells the page whether something is typed */
  typedRef?: RefObject<() => boolean>
  /** another way to send the same form, beside the submit button */
  second?: { text: string; onSubmit: (values: z.input<S>, typed: Values) => Promise<unknown> } | undefined
  /** further buttons beside the submit button */
  extra?: ReactNode
  /** the sections as steps, each a click away; for long forms */
  steps?: boolean
  /** the question asked before typing is lost */
  leaveQuestion?: string
}

/**
 * Form of one thing: rules from the schema, labels on top, summary box, first error in view and focused, typing kept on every refusal,
 * autosaved when `draft` is given, guarded against leaving.
 */
export function RecordForm<S extends z.ZodType>({
  schema,
  fields,
  initial = {},
  onSubmit,
  onCancel,
  submitText = messages.save,
  draft: draftOptions,
  latest,
  standsAt = [],
  typedRef,
  second,
  extra,
  steps = false,
  leaveQuestion,
}: Props<S>) {
  const [form] = Form.useForm<Values>()
  const name = `f${useId().replace(/[^a-zA-Z0-9]/g, '')}`
  const start = useRef<Values>({ ...initial })
  const [busy, setBusy] = useState(false)
  // The form checks itself before it is sent: the second of two quick clicks comes before it is drawn busy.
  const underway = useRef(false)
  const { summary, show } = useErrorSummary()
  const done = useRef(false)
  const [gate] = useState<UploadGate>(() => new Map())
  const keys = fields.flatMap((f) => (f.kind === 'dateRange' ? rangeKeys(f) : [f.key]))
  const values = (): Values => ({ ...start.current, ...form.getFieldsValue(true) })
  const dirty = () => !done.current && isDirty(start.current, values())
  const kept = useKeptTyping({ form, fields, keys, start, values, dirty, busy, options: draftOptions, leaveQuestion, standsAt, typedRef })
  const { draft } = kept
  const cancel = useCloseQuestion(() => {
    // What was answered once is not asked again on the way to another page.
    done.current = true
    onCancel?.()
    done.current = false
  })

  const idOf = (key: string) => `${name}_${key}`
  const showErrors = (all: readonly FieldError[], general: readonly string[], traceId: string | null) => {
    const { fields: errors, rest } = placeErrors(all, keys)
    form.setFields(keys.map((key) => ({ name: key, errors: errors.filter((e) => e.path === key).map((e) => e.message) })))
    // In the order of the form, so that the first line is the first field.
    const ordered = keys.flatMap((key) => errors.filter((e) => e.path === key))
    const lines = [...rest, ...general].map((message) => ({ message }))
    show([...lines, ...ordered.map((e) => ({ id: idOf(e.path), label: labelAt(fields, e.path), message: e.message }))], traceId)
    const first = ordered[0]
    if (first) requestAnimationFrame(() => focusField(idOf(first.path)))
  }

  const submit = async (send = onSubmit) => {
    if (underway.current) return
    // First: a row that is typed and not yet taken over is not what an empty field would be refused for.
    const [unfinished] = gate.values()
    if (unfinished) {
      toast.warning(unfinished, 5)
      return showErrors([], [unfinished], null)
    }
    const errors = checkValues(schema, values())
    if (errors.length > 0) return showErrors(errors, [], null)
    underway.current = true
    setBusy(true)
    try {
      await send(cleaned(values()) as z.input<S>, values())
      done.current = true
      start.current = values()
      // Before it says so: whoever leaves then is not offered again what was sent.
      await kept.sent()
      showErrors([], [], null)
      done.current = false
    } catch (error) {
      const failure = readFailure(error)
      const now = failure.code === 'CONFLICT' ? await latest?.().catch(() => undefined) : undefined
      if (now) kept.merge({ ...now })
      showErrors(failure.fields, failure.fields.length > 0 ? [] : [failure.message], failure.traceId)
    } finally {
      underway.current = false
      setBusy(false)
    }
  }

  return (
    <UploadGateContext value={gate}>
      <Form
        form={form}
        name={name}
        layout="vertical"
        className={fields.some((f) => f.beside) ? `${css.form} ${css.wide}` : css.form!}
        initialValues={initial as Values}
        onValuesChange={draft.touch}
        onBlur={() => void draft.flush()}
        onFinish={() => void submit()}
        onFinishFailed={() => void submit()}
        requiredMark
      >
        {kept.notes}
        <ErrorSummary {...summary} />
        <FormSections form={name} fields={fields} schema={schema} steps={steps} idOf={idOf} onTouch={draft.touch} />
        <div className={css.bar}>
          <Send busy={busy} text={submitText} second={second?.text} onSecond={() => void submit(second?.onSubmit)} />
          {extra}
          {onCancel && <Button onClick={() => cancel(dirty())}>{messages.cancel}</Button>}
          <span className={css.saved} role="status">
            {draft.text}
          </span>
        </div>
      </Form>
    </UploadGateContext>
  )
}

const labelAt = (fields: readonly FormField[], key: string): string =>
  fields.find((f) => f.key === key || (f.kind === 'dateRange' && rangeKeys(f).includes(key)))?.label ?? ''

/** The button that sends, and the other way to send. */
const Send = ({ busy, text, second, onSecond }: { busy: boolean; text: string; second: string | undefined; onSecond(): void }) => (
  <>
    <Button type="primary" htmlType="submit" loading={busy}>
      {text}
    </Button>
    {second && (
      <Button loading={busy} onClick={onSecond}>
        {second}
      </Button>
    )}
  </>
)
