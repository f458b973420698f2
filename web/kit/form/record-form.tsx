import { Button, Form } from 'antd'
import { useId, useRef, useState, type ReactNode, type RefObject } from 'react'
import type { z } from 'zod'
import { messages } from '../../../contract/messages.ts'
import { toast } from '../../toast.ts'
import { ErrorSummary } from './error-summary.tsx'
import { readFailure } from '../failure.ts'
import { useOffered } from '../view-only.tsx'
import { rangeKeys, shownAt, type FormField } from './fields.ts'
import { focusField } from './focus-error.ts'
import { checkValues, cleaned, isDirty, namedIn, placeErrors, type FieldError, type Values } from './form-values.ts'
import css from './form.module.css'
import { FormSections } from './form-sections.tsx'
import { UploadGateContext, type UploadGate } from '../upload/upload-gate.ts'
import { useErrorSummary } from './use-error-summary.ts'
import { useCloseQuestion } from '../dialog/use-close-question.ts'
import type { DraftOptions } from './use-draft.ts'
import { SAVED_MEANWHILE, useKeptTyping } from './use-kept-typing.tsx'

type KeyOf<S extends z.ZodType> = keyof z.input<S> & string

/** Types the fields by the schema: an unknown key is a type error. */
export const formFields = <S extends z.ZodType>(_schema: S, ...fields: readonly FormField<KeyOf<NoInfer<S>>>[]) => fields

/** A schema whose keys are only known at run time. */
export type RunTimeSchema = z.ZodObject<Record<string, z.ZodType>>

type Initial<S extends z.ZodType> = { [K in keyof z.input<S>]?: z.input<S>[K] | null }

interface Props<S extends z.ZodType> {
  schema: S
  fields: readonly FormField<KeyOf<NoInfer<S>>>[]
  /** initial values; null or absent means an empty control */
  initial?: Initial<NoInfer<S>>
  /** the present initial values; requested when the save is refused because somebody else saved meanwhile */
  latest?: (() => Promise<Initial<NoInfer<S>>>) | undefined
  /** throws the server's refusal: its `fields` go to the fields, and typed values stay; `typed` also contains cleared values */
  onSubmit: (values: z.input<S>, typed: Values) => Promise<unknown>
  /** after the draft of what was sent is gone: for a page that then draws this form anew, which would be offered it otherwise */
  onSent?: () => unknown
  onCancel?: () => void
  submitText?: string
  /** where unsent input is stored; automatic for a thing whose `initial` has an id; null: nowhere, for keys and codes */
  draft?: DraftOptions | null | undefined
  /** the query parameters of the page that show the form */
  standsAt?: readonly string[]
  /** tells the page whether something is typed */
  typedRef?: RefObject<() => boolean>
  /** another way to send the form, besides the submit button */
  second?: { text: string; onSubmit: (values: z.input<S>, typed: Values) => Promise<unknown> } | undefined
  /** what the save would change, above the buttons */
  effect?: ReactNode
  /** further buttons besides the submit button */
  extra?: ReactNode
  /** shows the sections as clickable steps, for long forms */
  steps?: boolean
  /** the question before typed input is lost */
  leaveQuestion?: string
}

/** Asked before the rules: an unfinished row is not the same as an empty field. */
const firstUnfinished = (gate: UploadGate): string | undefined => [...gate.values()][0]

/**
 * Form of one thing: rules from the schema, labels on top, error summary, first error scrolled into view and focused, input kept after a
 * refusal, autosaved with `draft`, and guarded against leaving.
 */
export function RecordForm<S extends z.ZodType>({
  schema,
  fields,
  initial = {},
  onSubmit,
  onSent,
  onCancel,
  submitText = messages.save,
  draft: draftOptions,
  latest,
  standsAt = [],
  typedRef,
  second,
  effect,
  extra,
  steps = false,
  leaveQuestion,
}: Props<S>) {
  const [form] = Form.useForm<Values>()
  const name = `f${useId().replace(/[^a-zA-Z0-9]/g, '')}`
  const start = useRef<Values>({ ...initial })
  const [busy, setBusy] = useState(false)
  // The form checks this itself before sending: the second of two quick clicks arrives before the button is disabled.
  const underway = useRef(false)
  const { summary, show, corrected } = useErrorSummary()
  const done = useRef(false)
  const [gate] = useState<UploadGate>(() => new Map())
  const keys = fields.flatMap((f) => (f.kind === 'dateRange' ? rangeKeys(f) : [f.key]))
  const values = (): Values => ({ ...start.current, ...form.getFieldsValue(true) })
  const dirty = () => !done.current && isDirty(start.current, values())
  const kept = useKeptTyping({ form, fields, keys, start, values, dirty, busy, options: draftOptions, leaveQuestion, standsAt, typedRef })
  const { draft } = kept
  const cancel = useCloseQuestion(() => {
    // The question was answered once; do not ask again on the way to another page.
    done.current = true
    onCancel?.()
    done.current = false
  })

  const idOf = (key: string) => `${name}_${key}`
  const showErrors = (all: readonly FieldError[], general: readonly string[], traceId: string | null, sessionEnded = false) => {
    const { fields: errors, rest } = placeErrors(all, keys, shownAt(fields))
    form.setFields(keys.map((key) => ({ name: key, errors: errors.filter((e) => e.path === key).map((e) => e.message) })))
    // In the order of the form, so that the first line is the first field.
    const ordered = keys.flatMap((key) => errors.filter((e) => e.path === key))
    const named = ordered.map((e) => ({ id: idOf(e.path), label: labelAt(fields, e.path), message: e.message }))
    show([...[...rest, ...general].map((message) => ({ message })), ...named], traceId, sessionEnded)
    const first = ordered[0]
    if (first) requestAnimationFrame(() => focusField(idOf(first.path)))
  }

  const submit = async (send = onSubmit) => {
    if (underway.current) return
    const unfinished = firstUnfinished(gate)
    if (unfinished) {
      toast.warning(unfinished, 5)
      return showErrors([], [unfinished], null)
    }
    const errors = checkValues(schema, values())
    if (errors.length > 0) return showErrors(errors, [], null)
    underway.current = true
    setBusy(true)
    try {
      await kept.send(() => send(cleaned(namedIn(schema, values())) as z.input<S>, values()))
      done.current = true
      start.current = values()
      // Before the success is shown, so that nobody who leaves now is offered a draft of what was sent.
      await kept.sent()
      showErrors([], [], null)
      done.current = false
      await onSent?.()
    } catch (error) {
      const failure = readFailure(error)
      const now = failure.code === 'CONFLICT' ? await latest?.().catch(() => undefined) : undefined
      const told = now ? kept.merge({ ...now }) : false
      // One sentence: the list of what somebody else changed begins with it.
      const general = told || failure.fields.length > 0 ? [] : [now ? SAVED_MEANWHILE : failure.message]
      showErrors(failure.fields, general, told ? null : failure.traceId, failure.sessionEnded)
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
        onFieldsChange={(changed) =>
          corrected(changed.filter((one) => !one.validating && one.errors?.length === 0).map((one) => idOf(String(one.name[0]))))
        }
        onBlur={() => void draft.flush()}
        onFinish={() => void submit()}
        onFinishFailed={() => void submit()}
        requiredMark
      >
        {kept.notes}
        <ErrorSummary {...summary} />
        <FormSections form={name} fields={fields} schema={schema} steps={steps} idOf={idOf} onTouch={draft.touch} />
        {effect}
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

/** The submit button, and the alternative one. */
function Send({ busy, text, second, onSecond }: { busy: boolean; text: string; second: string | undefined; onSecond(): void }) {
  const offered = useOffered()
  return (
    <>
      <Button type="primary" htmlType="submit" loading={busy} {...offered}>
        {text}
      </Button>
      {second && (
        <Button loading={busy} onClick={onSecond} {...offered}>
          {second}
        </Button>
      )}
    </>
  )
}
