import { useUser } from '../session.ts'

/** Who sits at the screen, for what is kept per person in this browser. */
export const usePerson = (): { id: string } => ({ id: String(useUser()?.id ?? 'visitor') })
