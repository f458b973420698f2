/** Tones of a state, each with its icon and colour (ux.md §3.2). */
export const tones = ['running', 'done', 'back', 'refused', 'waiting', 'urgent', 'off'] as const
export type Tone = (typeof tones)[number]

interface Code {
  code: string | number
  label: string
  tone: Tone
}
type CodeOf<T extends Readonly<Record<string, Code>>> = T[keyof T]['code']

/**
 * Defines a list of codes once, by the name used in code: the code on the wire, label and tone. Returns the derived tables. No schema
 * library, because public pages import lists of codes.
 */
export function codes<const T extends Readonly<Record<string, Code>>>(table: T) {
  const all = Object.entries(table)
  const by = <V>(pick: (code: Code) => V) => Object.fromEntries(all.map(([, one]) => [one.code, pick(one)])) as Record<CodeOf<T>, V>
  return {
    code: Object.fromEntries(all.map(([word, { code }]) => [word, code])) as { readonly [K in keyof T]: T[K]['code'] },
    labels: by(({ label }) => label),
    tones: by(({ tone }) => tone),
    statuses: by(({ label, tone }) => ({ label, tone })),
  }
}
