import { useUser } from '../session.ts'

/** The user of this browser, for data that is stored per person. */
export const usePerson = (): { id: string } => ({ id: String(useUser()?.id ?? 'visitor') })
