/** What a member of staff sees first of the declarations: what is due, the last seven days, and how far each project is. */
import { z } from 'zod'
import { can, get } from '../endpoint.ts'
import { query } from '../fields.ts'

const sum = z.object({ count: z.number(), /** 万元 */ amount: z.number() })

const projectProgress = z.object({
  projectId: z.number(),
  projectName: z.string(),
  asked: sum,
  approved: sum,
  paid: sum,
  /** the review step that takes longest on average, over those that were left */
  slowest: z.object({ label: z.string(), days: z.number() }).nullable(),
})
export type ProjectProgress = z.output<typeof projectProgress>

export const declarationProgress = {
  progress: get('/dec/declare/progress', {
    access: can('declaration:read'),
    query: query({}),
    returns: z.object({
      dueToday: z.number(),
      overdue: z.number(),
      /** under review or being corrected, and somebody else's turn */
      othersTurn: z.number(),
      /** decided by oneself today, and not taken back */
      handledToday: z.number(),
      /** the last seven days, today last */
      days: z.array(z.object({ day: z.string(), submitted: z.number(), handled: z.number() })),
      /** the projects with most declarations, among those in sight */
      projects: z.array(projectProgress),
    }),
    summary: '申报的今日、近 7 天与各项目进度',
  }),
}
