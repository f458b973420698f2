/** Fields with their messages, shared by server validation and forms. Values of a query or urlencoded body arrive as text. */
import { isRealDate } from './real-date.ts'
import { z } from 'zod'
import { messages } from './messages.ts'
import { isUsualMobile, usualMobile, usualNumber } from './usual-number.ts'

/** Printable text: no NUL, no lone surrogates; trimmed; at most `max` characters. */
export const text = (max: number) =>
  z
    .string()
    .max(max, `最多 ${max} 个字`)
    .refine(isCleanText, '含有无法识别的字符')
    .transform((s) => (hasVisibleSign(s) ? asRead(s).trim() : ''))
/** As `text`, but not blank. */
export const requiredText = (max: number, message: string) =>
  z
    .string({ error: message })
    .max(max, `最多 ${max} 个字`)
    .refine(isCleanText, '含有无法识别的字符')
    .transform((s) => asRead(s).trim())
    .refine(hasVisibleSign, message)
const ONE_LINE = '不能含有换行、控制字符或看不见的字符'
/**
 * Whether nothing in the text is invisible but takes part in it: such a name looks like another one, or breaks a list or a log. Blanks are no
 * fault, and neither are characters of the private use area and variants of rare names.
 */
const isOneLine = (s: string): boolean =>
  !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u2800]|(?!\p{Variation_Selector})\p{Default_Ignorable_Code_Point}/u.test(s)
/** A name or title, as `requiredText`, on one line and without invisible characters. Its width and punctuation stay as typed. */
export const requiredLine = (max: number, message: string) => requiredText(max, message).refine(isOneLine, ONE_LINE)
/** An optional name or code, as `text`, on one line and without invisible characters. */
export const line = (max: number) => text(max).refine(isOneLine, ONE_LINE)
/** Name of a person, in NFKC, so that a name has one spelling (2–64 characters). Chinese brackets, as in 王芳（借调）, stay. */
export const personName = requiredText(64, '请输入姓名')
  .transform((s) => s.replace(/[^（）]+/g, (part) => part.normalize('NFKC')).trim())
  .pipe(
    z
      .string()
      .max(64, '最多 64 个字')
      .refine(isOneLine, ONE_LINE)
      .refine((s) => [...s].length >= 2, '姓名至少 2 个字'),
  )
/**
 * Whether a text has a visible character. Spaces, zero-width and other invisible characters are no name and no reason; characters of the
 * private use area, as in rare names, are.
 */
export function hasVisibleSign(s: string): boolean {
  return /[^\p{Cc}\p{Cf}\p{Z}\u115f\u1160\u2800\u3164\uffa0]/u.test(s)
}
/**
 * The text without the marks that reverse the direction of writing, which come along unseen when text is copied: with them a name is stored in
 * another order than it is read.
 */
const asRead = (s: string): string => s.replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
function isCleanText(s: string): boolean {
  return !s.includes('\u0000') && s.isWellFormed()
}

/** Integer that may arrive as decimal digits; never "1e3", " 1" or an array (I-04). */
export const wireInt = (min: number, max: number) =>
  z
    .union(
      [
        z.number(),
        z
          .string()
          .regex(/^-?\d{1,15}$/, '应为整数')
          .transform(Number),
      ],
      { error: '应为整数' },
    )
    .pipe(z.number().int('应为整数').min(min, `不能小于 ${min}`).max(max, `不能大于 ${max}`))
export const id = wireInt(1, Number.MAX_SAFE_INTEGER)
/** `error`: for a filter in the address of a public page, whose reader must not be told about true and false. */
export const wireBooleanOr = (error: string) => z.union([z.boolean(), z.enum(['true', 'false']).transform((v) => v === 'true')], { error })
export const wireBoolean = wireBooleanOr('应为 true 或 false')
/** "1,2,3" or repeated keys or a JSON array → numbers; at most 200 (I-04). */
export const idList = z
  .union(
    [
      z.array(id),
      z
        .string()
        .max(4000)
        .transform((s): unknown[] => s.split(','))
        .pipe(z.array(id)),
      id.transform((n) => [n]),
    ],
    { error: '请选择至少一项' },
  )
  .pipe(z.array(z.number()).min(1, '请选择至少一项').max(200, '一次最多 200 项'))
/** A list of codes, joined with commas or as repeated keys. */
export const codeList = z
  .union([
    z.array(z.string().max(64)),
    z
      .string()
      .max(2000)
      .transform((s) => s.split(',').filter(Boolean)),
  ])
  .pipe(z.array(z.string().max(64)).max(50))
export const isoDate = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, { error: '日期格式应为 YYYY-MM-DD', abort: true })
  .refine(isRealDate, '日期不存在')
const YEAR_10000 = Date.parse('9999-12-31T16:00:00Z')
const timeOfWire = (ofBareDate: string) =>
  z
    .string({ error: '请选择时间' })
    .max(40)
    .transform((s, ctx) => {
      const local = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2})(?::(\d{2}))?)?$/.exec(s)
      const at = local
        ? new Date(`${local[1]}T${local[2] ? `${local[2]}:${local[3] ?? '00'}` : ofBareDate}+08:00`)
        : /^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})$/.test(s)
          ? new Date(s)
          : new Date(Number.NaN)
      const rolled = local && !Number.isNaN(at.getTime()) && new Date(at.getTime() + 8 * 3600_000).toISOString().slice(0, 10) !== local[1]
      if (Number.isNaN(at.getTime()) || rolled || at.getTime() >= YEAR_10000) {
        ctx.addIssue({ code: 'custom', message: '时间格式应为 YYYY-MM-DD HH:mm' })
        return z.NEVER
      }
      return at.toISOString()
    })
/** 'YYYY-MM-DD HH:mm:ss' of Asia/Shanghai (a bare date is its first second), or ISO with an offset → ISO instant. */
export const wireTime = timeOfWire('00:00:00')
/** The end of a period: as `wireTime`, but a bare date is its last second. */
export const wireEnd = timeOfWire('23:59:59')
export const keyword = z
  .string()
  .max(64, '关键词最多 64 个字')
  .refine(isCleanText, '含有无法识别的字符')
  .transform((s) => s.trim())

/** Longest question in the search box: a sentence that describes a company. */
export const QUESTION_LENGTH = 200
export const question = z
  .string()
  .max(QUESTION_LENGTH, `问题最多 ${QUESTION_LENGTH} 个字`)
  .refine(isCleanText, '含有无法识别的字符')
  .transform((s) => s.trim())

/** Longest number as typed, with +86, spaces, dashes and brackets. */
const PHONE_MAX = 40
/**
 * spec §5: the shared phone rule (V012, V013); the feedback dialog has a stricter one (V011). People type +86, spaces, dashes, brackets and
 * full width: the number is normalised first, so that it is counted, compared and stored in one way (M-01).
 */
export const phone = z
  .string({ error: messages.phoneRequired })
  .max(PHONE_MAX, messages.phoneFormat)
  .transform(usualNumber)
  .pipe(z.string().min(1, messages.phoneRequired).refine(isUsualMobile, messages.phoneFormat))
/** Which picture the letters answer (ADR 1010); without it the browser's newest, because the specification's log-in has no such field. */
export const codeId = z
  .string()
  .regex(/^[\w-]{1,40}$/, '验证码错误或已过期，请重新输入')
  .optional()
/** The whole number, because parts of a masked one must not be searchable. */
export const wholePhone = z
  .string()
  .max(PHONE_MAX, '请输入完整的电话号码')
  .transform((s) => usualMobile(s).replace(/\s/g, ''))
  .pipe(z.string().regex(/^(1\d{10}|0\d{2,3}-?\d{7,8})$/, '请输入完整的电话号码'))
export const feedbackPhone = z
  .string({ error: messages.feedbackPhone })
  .max(PHONE_MAX, messages.feedbackPhone)
  .transform(usualNumber)
  .pipe(z.string().regex(/^1[3-9]\d{9}$/, messages.feedbackPhone))
/** spec §5 (V014, V015): the alphabet leaves out I O Z S V and lower case. No check digit (ambiguities A96). */
export const creditCode = z
  .string({ error: messages.creditCodeRequired })
  .min(1, messages.creditCodeRequired)
  .regex(/^[0-9A-HJ-NPQRTUWXY]{2}\d{6}[0-9A-HJ-NPQRTUWXY]{10}$/, messages.creditCodeFormat)
/** spec §5 (V001): checked on the decrypted value by the server and before sending by the browser. */
export const newPassword = z
  .string({ error: messages.newPasswordRequired })
  .min(1, messages.newPasswordRequired)
  .max(64, '密码最多 64 位')
  .regex(/^(?=.*\d)(?=.*[A-Za-z])(?=.*[~!@#$%^&*]).{8,}$/, messages.passwordComplexity)

/** Paging: page from 1, pageSize at most 100; `page × pageSize` stays within 100,000 (I-04). */
export const paging = (max = 100, size = 10) => ({ page: wireInt(1, 100_000).default(1), pageSize: wireInt(1, max).default(size) })
/** `amount` ascending, `-amount` descending. */
export type Sort<K extends string> = K | `-${K}`
/**
 * Order of a list: `sort=amount` ascending, `sort=-amount` descending, only by these keys. Older calls give the direction in
 * `order=asc|desc`, which has priority.
 */
export const sorting = <const K extends string>(keys: readonly K[], shipped: Sort<NoInfer<K>>) => ({
  sort: z
    .enum(
      keys.flatMap((key): Sort<K>[] => [key, `-${key}`]),
      { error: '不支持的排序字段' },
    )
    .optional()
    .transform((sort): Sort<K> => sort ?? shipped),
  order: z.enum(['asc', 'desc'], { error: '排序方向只能是 asc 或 desc' }).optional(),
})
/** An object of a query; unknown keys are refused by name. */
/** The rows of a level as the page showed them: a move on a page that shows another order is a conflict. */
export const seenOrder = z.array(id).max(1000)
export const query = <T extends z.ZodRawShape>(shape: T) => z.strictObject(shape)
export const page = <T extends z.ZodType>(item: T) => z.object({ total: z.number().int(), list: z.array(item) })
export const ok = z.literal(true)
export const option = z.object({ label: z.string(), value: z.string() })
/** An option from a dictionary; a disabled one is only shown where a record holds it. */
export const dictOption = option.extend({ disabled: z.literal(true).optional() })
