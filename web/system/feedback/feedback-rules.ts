import { FEEDBACK_MESSAGE_MAX, FEEDBACK_TITLE_MAX } from '../../../contract/constants.ts'
import { messages } from '../../../contract/messages.ts'
import { usualNumber } from '../../../contract/usual-number.ts'

/** The feedback form of spec §3; the names are those of the API. */
export interface FeedbackForm {
  name: string
  textarea: string
  othervalue: string
  namevalue: string
  phonevalue: string
}
export type FeedbackKey = keyof FeedbackForm

interface FeedbackField {
  key: FeedbackKey
  label: string
  hint?: string
  max: number
  rows?: number
  type?: 'tel'
  autoComplete?: string
}
/** The fields in the order of the dialog. The inputs accept at most `max` characters (V006, V008). */
export const feedbackFields: readonly FeedbackField[] = [
  { key: 'name', label: '标题', max: FEEDBACK_TITLE_MAX },
  { key: 'textarea', label: '留言', max: FEEDBACK_MESSAGE_MAX, rows: 5 },
  { key: 'othervalue', label: '所在单位', hint: '个人请写“个人”', max: 100, autoComplete: 'organization' },
  { key: 'namevalue', label: '称呼', max: 50, autoComplete: 'name' },
  { key: 'phonevalue', label: '手机号', hint: '只用于答复这条留言', max: 20, type: 'tel', autoComplete: 'tel-national' },
]
export const emptyFeedback: FeedbackForm = { name: '', textarea: '', othervalue: '', namevalue: '', phonevalue: '' }

/**
 * The message for a wrong value, or null; the same as the server's (spec §5, V005–V011; `othervalue` and `namevalue` share the text of the
 * message).
 */
export function feedbackFault(key: FeedbackKey, value: string): string | null {
  if (key === 'phonevalue') return /^1[3-9]\d{9}$/.test(usualNumber(value)) ? null : messages.feedbackPhone
  const field = feedbackFields.find((f) => f.key === key)!
  if (!/\S/.test(value)) return key === 'name' ? messages.feedbackTitleRequired : messages.feedbackMessageRequired
  return value.length > field.max ? `最多 ${field.max} 个字` : null
}

/** The errors of the whole form in the order of its fields. */
export const feedbackFaults = (form: FeedbackForm): Partial<Record<FeedbackKey, string>> =>
  Object.fromEntries(
    feedbackFields.flatMap(({ key }) => {
      const fault = feedbackFault(key, form[key])
      return fault ? [[key, fault]] : []
    }),
  )
