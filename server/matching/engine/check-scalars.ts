import { z } from 'zod'

/** Schemas of single values in a rule, with the message for others. */
export const text = z.string({ error: '应为文字' }).min(1, { error: '不能为空' })
export const money = z.number({ error: '应为数字（万元）' }).nonnegative({ error: '不能为负数' })
export const rate = z
  .number({ error: '应为不低于 0 的百分数，如 5%' })
  .min(0, { error: '不能为负数' })
  .max(10, { error: '比例过大，应不超过 1000%' })
export const multiple = z
  .number({ error: '应为倍数，如上浮 20% 写 1.2' })
  .min(0, { error: '不能为负数' })
  .max(10, { error: '倍数过大，上浮 20% 应写 1.2' })
export const flag = z.boolean({ error: '应为 true 或 false' }).nullish()
