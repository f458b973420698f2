/** Text without numbering, punctuation and spaces, for comparing wordings. */
export const bare = (text: string): string =>
  text
    .replace(/[①-⑳]/g, '')
    .normalize('NFKC')
    .replace(/[\s\p{P}]/gu, '')

/** Wording by hand to show beside the generated sentence; null when it adds nothing. */
export function noteBeside(label: string | null | undefined, sentence: string | undefined): string | null {
  if (!label) return null
  if (sentence === undefined) return label
  const [note, said] = [bare(label), bare(sentence)]
  return note === '' || note === said || note === said.replace(/是$/, '') ? null : label.slice(numberOf(label).length)
}

/** The number of a condition in its document: “①” of “①注册满一年”. */
export const numberOf = (label: string | null | undefined): string => /^[①-⑳]/.exec(label ?? '')?.[0] ?? ''
