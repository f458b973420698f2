/** Score outcomes as the scoring card words them (spec §4). */
import { messages } from '../messages.ts'

const { scoreEstimated, scoreReached, scoreNotReached, scoreTokenEstimated, scoreTokenExpected, scoreTokenMeets } = messages
export const scoreStatuses = [scoreReached, scoreEstimated, scoreNotReached] as const
export type ScoreStatus = (typeof scoreStatuses)[number]

/**
 * Text and style of a score's outcome (spec §4, byte for byte): 预估 or 预计 stands over everything, then 已达到 or exactly 达到评分要求
 * (style status2), then 未达到 (style status3). Null: the text says none of them, and no outcome is shown.
 */
export function scoreLook(text: string | null | undefined): { text: ScoreStatus; style: 'status1' | 'status2' | 'status3' } | null {
  if (!text) return null
  if (text.includes(scoreTokenEstimated) || text.includes(scoreTokenExpected)) return { text: scoreEstimated, style: 'status1' }
  if (text.includes(scoreReached) || text === scoreTokenMeets) return { text: scoreReached, style: 'status2' }
  if (text.includes(scoreNotReached)) return { text: scoreNotReached, style: 'status3' }
  return null
}
