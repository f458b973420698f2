/** The overview of declarations for staff: what is due, the last seven days, and the progress of each project. */
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
  /** the review step with the longest average duration, over finished steps */
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
      /** under review or in correction, waiting for somebody else */
      othersTurn: z.number(),
      /** decided by the reader today, and not revoked */
      handledToday: z.number(),
      /** the last seven days, today last */
      days: z.array(z.object({ day: z.string(), submitted: z.number(), handled: z.number() })),
      /** projects with the most declarations, of those that the reader may see */
      projects: z.array(projectProgress),
    }),
    summary: '申报的今日、近 7 天与各项目进度',
  }),
}
