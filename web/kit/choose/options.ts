import { messages } from '../../../contract/messages.ts'
import { isNone } from '../form/values.ts'

export interface Option {
  label: string
  value: string | number
  disabled?: boolean | undefined
  children?: Option[]
}

/** What servers send for options: label from label, name or tagName; value from id or value (spec §3). */
export interface RawOption {
  label?: string | null
  name?: string | null
  tagName?: string | null
  id?: string | number | null
  value?: string | number | null
  code?: string | number | null
  disabled?: boolean | undefined
  children?: readonly RawOption[] | null
}

/** Reads options of every shape. 0 is a valid value; an entry without value or label is left out. */
export const readOptions = (raw: readonly RawOption[]): Option[] =>
  raw.flatMap((o) => {
    const label = o.label ?? o.name ?? o.tagName
    const value = o.id ?? o.value ?? o.code
    if (label === null || label === undefined || value === null || value === undefined || value === '') return []
    return [{ label, value, ...(o.disabled ? { disabled: true } : {}), ...(o.children ? { children: readOptions(o.children) } : {}) }]
  })

/** Shares one running call between all callers, because its answer contains several lists. A later call loads again. */
export function askedTogether<T>(load: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<T> | undefined
  return () =>
    (underWay ??= load().finally(() => {
      underWay = undefined
    }))
}

/** Department lists lose every option labelled 全部, at any depth (spec §5, V037, M057). 全部门 stays. */
export const withoutAll = (options: readonly Option[]): Option[] =>
  options.filter((o) => o.label !== messages.all).map((o) => (o.children ? { ...o, children: withoutAll(o.children) } : o))

/**
 * The labels for a value, a list of values, or comma-joined values; an unknown value is shown as it is, also with a comma, and an empty one as
 * 无.
 */
export const labelOf = (options: readonly Option[], value: unknown): string => {
  if (isNone(value)) return messages.none
  if (Array.isArray(value)) return value.map((v) => labelOf(options, v)).join('、')
  const flat = (list: readonly Option[]): Option[] => list.flatMap((o) => [o, ...flat(o.children ?? [])])
  const all = flat(options)
  const find = (v: unknown) => all.find((o) => String(o.value) === String(v))?.label
  const whole = find(value)
  if (whole !== undefined) return whole
  const parts = String(value).split(',')
  return parts.some((p) => find(p) !== undefined) ? parts.map((p) => find(p) ?? p).join('、') : String(value)
}
