import { createContext } from 'react'

/** The nonce of an uncached page; undefined in the browser and on cached pages. */
export const NonceContext = createContext<string | undefined>(undefined)
