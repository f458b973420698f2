import { createContext } from 'react'

/** The address of the call that fills the table around; undefined: the table is filled by other means. */
export const ListCall = createContext<string | undefined>(undefined)
