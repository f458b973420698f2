/** Pieces that the contracts of site content share. */
import { z } from 'zod'
import { id, wireInt } from '../fields.ts'
import { isMissingPage, NO_SUCH_PAGE } from '../missing-page.ts'

export const siteVersion = wireInt(1, 1_000_000_000)
/** A page of the platform, or an http(s) address elsewhere: no script, no `//host`, no user name and password before the host. */
export const siteAddress = z
  .string({ error: '请输入地址' })
  .max(300, '最多 300 个字')
  .transform((s) => s.trim())
  .refine((s) => isInnerAddress(s) || isOuterAddress(s), '应为站内地址（/page/ 开头）或 http(s):// 开头的完整地址')
  .refine((s) => !isMissingPage(s), NO_SUCH_PAGE)
export const isInnerAddress = (s: string): boolean => /^\/(?:page|work)\/[A-Za-z0-9/_-]{1,100}(?:\?[A-Za-z0-9=&%_.-]{1,150})?$/.test(s)
export function isOuterAddress(s: string): boolean {
  if (!/^https?:\/\//.test(s) || /[\s\\"'<>]/.test(s) || !URL.canParse(s)) return false
  const url = new URL(s)
  return url.username === '' && url.password === ''
}
export const oneOfSite = z.strictObject({ id, version: siteVersion })
export const sitePlace = z.strictObject({ id, direction: z.enum(['up', 'down'], { error: '请选择向上或向下' }) })
export const siteSaved = z.object({ id: z.number(), version: z.number() })
