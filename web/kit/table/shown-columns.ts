import { createContext } from 'react'

/** The visible columns of the surrounding table, in order; null: no table. */
export const ShownColumns = createContext<readonly { key: string; label: string }[] | null>(null)
