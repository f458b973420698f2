import type { Actor } from '../kernel/actor.ts'
import type { Kernel } from '../kernel/kernel.ts'

interface Consented {
  consent: boolean
  consent_by: number | null
  consent_at: string | null
}

/**
 * Who recorded the consent of the contact person, and when. A later save keeps the first record while consent and person stay: `isSame`
 * says whether name and number are those of the old record.
 */
export function consentOf(k: Kernel, actor: Actor, consent: boolean, old: Consented | undefined, isSame: boolean): Consented {
  if (!consent) return { consent, consent_by: null, consent_at: null }
  if (old?.consent && isSame) return { consent, consent_by: old.consent_by, consent_at: old.consent_at }
  return { consent, consent_by: actor.userId, consent_at: k.clock.now().toISOString() }
}
