import { createContext } from 'react'

/** The address of the call that fills the table around, as `listCallOf` makes it; undefined: the table is filled by other means. */
export const ListCall = createContext<string | undefined>(undefined)

/** With the words that the table always asks for, because the right to open a list may depend on them: `/sys/log/list?kind=audit`. */
export function listCallOf(path: string, asked: unknown): string {
  const words = Object.entries(typeof asked === 'object' && asked !== null ? asked : {}).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && /^\w{1,20}$/.test(entry[1]),
  )
  return words.length === 0 ? path : `${path}?${new URLSearchParams(words).toString()}`
}
