import type { FormField, FormColumn } from '../../../contract/form/template.ts'

/** The fields that a formula may use: figures and tables, by label. */
export type Named = Pick<FormField, 'key' | 'label' | 'type'> & { columns?: FormColumn[] | undefined }
const isFigure = (f: Pick<Named, 'type'>) => f.type === 'integer' || f.type === 'number' || f.type === 'money'
const nameable = (label: string) => label !== '' && !/[[\].]/.test(label)

interface Reference {
  /** stored form: `field1`, `table1.column2` */
  kept: string
  /** displayed form: `贷款本金`, `发票.金额`; equal to `kept` when a label would be ambiguous */
  read: string
  sum: boolean
}

/** Every reference that a formula may use. Ambiguous labels, and labels with the characters of a reference, are displayed as their key. */
export function referencesOf(fields: readonly Named[]): Reference[] {
  const all = fields.flatMap((f): Reference[] => {
    if (isFigure(f)) return [{ kept: f.key, read: nameable(f.label) ? f.label : f.key, sum: false }]
    if (f.type !== 'table') return []
    const table = nameable(f.label) ? f.label : f.key
    return [
      { kept: f.key, read: table, sum: false },
      ...(f.columns ?? [])
        .filter(isFigure)
        .map((c) => ({ kept: `${f.key}.${c.key}`, read: `${table}.${nameable(c.label) ? c.label : c.key}`, sum: true })),
    ]
  })
  const twice = new Set(all.map((r) => r.read).filter((read, i, list) => list.indexOf(read) !== i))
  return all.map((r) => (twice.has(r.read) ? { ...r, read: r.kept } : r))
}

/** Stored → displayed. */
export const asRead = (text: string, references: readonly Reference[]): string =>
  text.replace(/\[([^[\]]*)\]/g, (whole, inner: string) => {
    const found = references.find((r) => r.kept === inner.trim())
    return found ? `[${found.read}]` : whole
  })
/** Displayed → stored; an unknown name stays as typed and is refused on saving. */
export const asKept = (text: string, references: readonly Reference[]): string =>
  text.replace(/\[([^[\]]*)\]/g, (whole, inner: string) => {
    const found = references.find((r) => r.read === inner.trim())
    return found ? `[${found.kept}]` : whole
  })
