import type { Tone } from '../codes.ts'
import { messages } from '../messages.ts'

/** Outcomes of a score, in the words of the scoring card (spec §4). */
export const scoreStatuses = [messages.scoreReached, messages.scoreEstimated, messages.scoreNotReached] as const
export type ScoreStatus = (typeof scoreStatuses)[number]

export const scoreTones = { status1: 'waiting', status2: 'done', status3: 'refused' } as const satisfies Record<string, Tone>

/**
 * Text and style of a score's outcome (spec §4, byte for byte): 预估 or 预计 has priority, then 已达到 or exactly 达到评分要求 (style status2), then 未达到
 * (style status3). Null: the text contains none of them, and no outcome is shown.
 */
export function scoreLook(text: string | null | undefined): { text: ScoreStatus; style: keyof typeof scoreTones } | null {
  if (!text) return null
  if (text.includes(messages.scoreTokenEstimated) || text.includes(messages.scoreTokenExpected))
    return { text: messages.scoreEstimated, style: 'status1' }
  if (text.includes(messages.scoreReached) || text === messages.scoreTokenMeets) return { text: messages.scoreReached, style: 'status2' }
  if (text.includes(messages.scoreNotReached)) return { text: messages.scoreNotReached, style: 'status3' }
  return null
}
