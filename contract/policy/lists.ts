/** Lists of codes in a query: joined with commas, or as repeated keys. */
import { z } from 'zod'
import { id } from '../fields.ts'
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

/** keys of the calculator’s fields */
export const keyList = z
  .union([
    z.array(z.string()),
    z
      .string()
      .max(2000)
      .transform((s) => s.split(',').filter(Boolean)),
  ])
  .pipe(z.array(z.string().max(64)).max(50, '最多 50 项'))

/** ids of policy labels */
export const labelIdList = z
  .union([
    z.array(id),
    z
      .string()
      .max(1000)
      .transform((s): unknown[] => s.split(',').filter(Boolean))
      .pipe(z.array(id)),
    id.transform((n) => [n]),
  ])
  .pipe(z.array(z.number()).max(50, '最多 50 项'))
