/** Lists of codes as a query sends them: joined with commas, or repeated keys. */
import { z } from 'zod'
import { ALL_INDUSTRIES, industryOptions, levelOptions, policyStatuses, supportModeOptions, type PolicyStatus } from './codes.ts'

const listOf = (allowed: readonly string[], message: string) =>
  z
    .union([
      z.array(z.string().max(8)),
      z
        .string()
        .max(200)
        .transform((s) => s.split(',').filter(Boolean)),
    ])
    .pipe(z.array(z.string().refine((v) => allowed.includes(v), message)).max(30))
export const supportModeList = listOf(
  supportModeOptions.map((o) => o.value),
  '支持方式不在可选范围内',
)
export const levelList = listOf(
  levelOptions.map((o) => o.value),
  '政策级别不在可选范围内',
)
export const industryList = listOf(
  industryOptions.map((o) => o.value),
  '行业不在可选范围内',
)
export const industryOrAllList = listOf([ALL_INDUSTRIES, ...industryOptions.map((o) => o.value)], '行业不在可选范围内')
export const statusList = listOf(policyStatuses, '申报状态不在可选范围内').transform((list) => list as PolicyStatus[])
