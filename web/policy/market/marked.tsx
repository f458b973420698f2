import { Fragment, type ReactNode } from 'react'

/** The text with the search words highlighted. */
export function marked(text: string, words: readonly string[]): ReactNode {
  const known = words.filter((w) => w.length > 0)
  if (known.length === 0) return text
  const parts = text.split(new RegExp(`(${known.map((w) => w.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})`, 'gi'))
  return parts.map((part, i) => (i % 2 ? <mark key={i}>{part}</mark> : <Fragment key={i}>{part}</Fragment>))
}
