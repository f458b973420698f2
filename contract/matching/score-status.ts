/** Score outcomes as the scoring card words them (spec §4). */
export const scoreStatuses = ['已达到', '预估可达到', '未达到'] as const
export type ScoreStatus = (typeof scoreStatuses)[number]

/**
 * Text and style of a score's outcome (spec §4, byte for byte): 预估 or 预计 stands over everything, then 已达到 or exactly 达到评分要求
 * (style status2), then 未达到 (style status3). Null: the text says none of them, and no outcome is shown.
 */
export function scoreLook(text: string | null | undefined): { text: ScoreStatus; style: 'status1' | 'status2' | 'status3' } | null {
  if (!text) return null
  if (text.includes('预估') || text.includes('预计')) return { text: '预估可达到', style: 'status1' }
  if (text.includes('已达到') || text === '达到评分要求') return { text: '已达到', style: 'status2' }
  if (text.includes('未达到')) return { text: '未达到', style: 'status3' }
  return null
}
