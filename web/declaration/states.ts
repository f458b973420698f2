import { stateOfCode, type DeclarationState } from '../../contract/declaration/states.ts'
import type { Tone } from '../kit/fields.ts'

const tones: Record<DeclarationState, Tone> = { draft: 'off', accepting: 'waiting', reviewing: 'running', deciding: 'running', approved: 'done', returned: 'back', refused: 'refused', withdrawn: 'off' }
export const stateTone = (code: number): Tone => tones[stateOfCode(code)]
