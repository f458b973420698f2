/** Pieces that the contracts of content share. */
import { z } from 'zod'
import { id, requiredText, wireInt } from '../fields.ts'
import { isMissingPage, NO_SUCH_PAGE } from '../missing-page.ts'

export const version = wireInt(1, 2_000_000_000).optional()
/** One record with the version seen; without a version the current one. */
export const one = z.strictObject({ id, version })
export const moved = z.object({ id: z.number(), state: z.number(), version: z.number() })
export const storedFile = z.object({ fileId: z.string(), fileName: z.string(), size: z.number() })
export const fileKey = z.string().regex(/^[0-9a-f]{32}$/, '文件地址不正确')
const file = z.strictObject({ fileId: fileKey, fileName: requiredText(200, '文件名不能为空') })
export const files = (most: number) => z.array(file).max(most, `最多 ${most} 个文件`).default([])
export const scope = z.enum(['manage'], { error: 'scope 只能是 manage' }).optional()
/** One place up or down, or to a place counted from 1. */
export const place = z
  .strictObject({
    id,
    direction: z.enum(['up', 'down'], { error: '方向只能是 up 或 down' }).optional(),
    order: wireInt(1, 9999).optional(),
  })
  .refine((m) => (m.direction === undefined) !== (m.order === undefined), {
    error: '请给出 direction 或 order 之一',
    path: ['direction'],
  })
/** Link targets for visitors: an address of this site, or a complete http(s) address; no javascript, no data. */
export const address = z
  .string()
  .max(500, '最多 500 个字')
  .regex(/^(?:\/(?!\/)[^\s\\]*|https?:\/\/[^\s]+)$/, '应为站内地址（/ 开头）或 http(s):// 开头的完整地址')
  .refine((s) => !isMissingPage(s), NO_SUCH_PAGE)
