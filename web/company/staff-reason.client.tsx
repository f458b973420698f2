import { z } from 'zod'

/** Why staff change what stands about a company: asked in each of their forms, told to the company. */
export const reasonRule = z.string({ error: '请填写修改原因' }).trim().min(1, '请填写修改原因').max(200, '最多 200 个字')
export const reasonField = { key: 'reason', label: '修改原因', kind: 'longText', maxLength: 200, hint: '记入审计日志，并通知企业' } as const
