/** Pieces that the contracts of appeals share. */
import { z } from 'zod'
import { requiredText, wireInt } from '../fields.ts'
import { APPEAL_FILES_MAX, appealMoves } from './states.ts'

/** The version that the user has seen; a stale version is refused. */
export const version = wireInt(1, 1_000_000_000).optional()
const file = z.strictObject({
  filePath: z.string().regex(/^[0-9a-f]{32}$/, '文件地址不正确'),
  fileName: requiredText(200, '文件名不能为空'),
})
export const fileList = z.array(file).max(APPEAL_FILES_MAX, `最多 ${APPEAL_FILES_MAX} 个文件`)
/** The same in a form, where files have more fields than are sent. */
export const formFiles = z
  .array(z.object({ filePath: z.string(), fileName: z.string() }))
  .max(APPEAL_FILES_MAX, `最多 ${APPEAL_FILES_MAX} 个文件`)
  .optional()
export const storedFiles = z.array(z.object({ filePath: z.string(), fileName: z.string() }))
export const moves = z.array(z.enum(appealMoves))
export const moved = z.object({ id: z.number(), state: z.number(), version: z.number() })
export const items = z.object({
  items: z.array(
    z.object({ label: z.string(), value: z.number().nullable(), unit: z.string(), note: z.string(), to: z.string().nullable() }),
  ),
})
export const series = z.object({
  names: z.array(z.string()),
  series: z.array(z.object({ name: z.string(), values: z.array(z.number().nullable()) })),
  /** what is counted, in a sentence */
  note: z.string(),
  /** for each name the address of the list with its records; null when no filter selects them */
  to: z.array(z.string().nullable()).optional(),
})
