import type { Actor } from '../kernel/actor.ts'
import type { Kernel } from '../kernel/kernel.ts'

interface Consented {
  consent: boolean
  consent_by: number | null
  consent_at: string | null
}

/** Who noted the consent of the person whose name and number stand there, and when; it stays with the first tick. */
export function consentOf(k: Kernel, actor: Actor, consent: boolean, old: Consented | undefined): Consented {
  if (!consent) return { consent, consent_by: null, consent_at: null }
  if (old?.consent) return { consent, consent_by: old.consent_by, consent_at: old.consent_at }
  return { consent, consent_by: actor.userId, consent_at: k.clock.now().toISOString() }
}
