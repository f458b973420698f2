import { z } from 'zod'

/** Staff give a reason for every change to a company's data; all their forms ask for it, and the company is told. */
export const reasonRule = z.string({ error: '请填写修改原因' }).trim().min(1, '请填写修改原因').max(200, '最多 200 个字')
export const reasonField = { key: 'reason', label: '修改原因', kind: 'longText', maxLength: 200, hint: '记入审计日志，并通知企业' } as const
