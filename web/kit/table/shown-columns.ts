import { createContext } from 'react'

/** The columns that the table around shows now, in their order; null: no table. */
export const ShownColumns = createContext<readonly { key: string; label: string }[] | null>(null)
