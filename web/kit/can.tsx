import type { ReactNode } from 'react'
import { useCan } from '../session.ts'

/** Removes its content for those who lack the permission code (spec §6). The server decides all the same. */
export function Can({ code, children }: { code: string; children: ReactNode }) {
  return useCan()(code) ? children : null
}
