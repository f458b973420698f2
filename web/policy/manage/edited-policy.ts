import { createContext } from 'react'

/** The policy whose form is open; null for a new one. Controls inside the form may want to compare with what is in force. */
export const EditedPolicy = createContext<number | null>(null)
