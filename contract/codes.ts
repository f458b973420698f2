/** How a state looks beside its word; the icon and the colour belong to the tone (ux.md §3.2). */
export const tones = ['running', 'done', 'back', 'refused', 'waiting', 'urgent', 'off'] as const
export type Tone = (typeof tones)[number]

interface Code {
  code: string | number
  label: string
  tone: Tone
}
type CodeOf<T extends Readonly<Record<string, Code>>> = T[keyof T]['code']

/**
 * States a list of codes once, by the word that code uses: the code on the wire, what people read, how it looks. Answers the views that
 * are asked for; a code that is not in the list does not exist. No schema library: public pages import lists of codes.
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
