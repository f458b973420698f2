import type { Tone } from '../../kit/form/fields.ts'

/** How the state of a repeal or revision looks, by its code. */
export const proposalTones: Record<number, Tone> = { 0: 'off', 1: 'waiting', 2: 'done', 4: 'refused', 5: 'running' }
