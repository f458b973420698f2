/** Text without numbering, punctuation and spaces: two wordings that differ in nothing else are the same. */
export const bare = (text: string): string =>
  text
    .replace(/[①-⑳]/g, '')
    .normalize('NFKC')
    .replace(/[\s\p{P}]/gu, '')

/** A wording by hand that stands beside the sentence made from the rule; null where it adds nothing to it. */
export function noteBeside(label: string | null | undefined, sentence: string | undefined): string | null {
  if (!label) return null
  if (sentence === undefined) return label
  const [note, said] = [bare(label), bare(sentence)]
  return note === '' || note === said || note === said.replace(/是$/, '') ? null : label.slice(numberOf(label).length)
}

/** The number that a document gives its condition: “①” of “①注册满一年”. */
export const numberOf = (label: string | null | undefined): string => /^[①-⑳]/.exec(label ?? '')?.[0] ?? ''
