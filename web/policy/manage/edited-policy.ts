import { createContext } from 'react'

/** The policy whose form is open; null for a new one. Controls inside the form compare with the version in force. */
export const EditedPolicy = createContext<number | null>(null)
