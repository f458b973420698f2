/** The answers of a form on the wire, and what is said about them. */
import { z } from 'zod'
import { TABLE_ROWS_MAX } from './template.ts'

/** A value of the form; its own type is checked by the template. */
const cell = z.union([z.boolean(), z.number(), z.string().max(2000), z.null()])
export const formValue = z.union([
  z.boolean(),
  z.number(),
  z.string().max(5000),
  z.array(z.string().max(60)).max(60),
  z.array(z.record(z.string().max(40), cell)).max(TABLE_ROWS_MAX, `最多 ${TABLE_ROWS_MAX} 行`),
  z.null(),
])
export type FormValue = z.output<typeof formValue>
export const formData = z.record(z.string().max(40), formValue).refine((v) => Object.keys(v).length <= 800, '字段过多')

const attachment = z.object({ filePath: z.string(), fileName: z.string(), size: z.number() })
/** material key → its files */
export const attachments = z.record(z.string(), z.array(attachment))

export const correction = z.object({
  /** 'form.<field key>' or 'files.<material key>' */
  path: z.string(),
  label: z.string(),
  message: z.string(),
  /** as submitted in the round that was sent back; file names for materials */
  oldValue: z.union([formValue, z.array(attachment)]),
})
export type Correction = z.output<typeof correction>

/** An answer of an open draft that has no field in the newer version of the form. */
export const droppedValue = z.object({ path: z.string(), label: z.string(), text: z.string() })
export type DroppedValue = z.output<typeof droppedValue>
