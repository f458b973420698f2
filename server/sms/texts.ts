import { placesIn, SMS_WAY_OUT, smsOwnPlaces, smsPlaces, type SmsPlace, type SmsPurpose } from '../../contract/sms/states.ts'
import { linksIn } from '../../contract/sms/temps.ts'
import { invalidField } from '../kernel/errors.ts'
import type { Kernel } from '../kernel/kernel.ts'
import type { Recipient } from './recipients.ts'

/**
 * The values for the placeholders of a text. Throws when a placeholder that is the same for all recipients has no value, or a value could
 * be read as a link.
 */
export function checkedValues(content: string, given: Readonly<Record<string, string>>): Record<string, string> {
  const wanted = placesIn(content).filter((name) => !smsOwnPlaces.includes(name))
  const foreign = Object.keys(given).find((name) => !wanted.includes(name))
  if (foreign !== undefined) throw invalidField('values', `模板中没有“${foreign}”`)
  return Object.fromEntries(
    wanted.map((name) => {
      const value = (given[name] ?? '').replace(/\s+/g, ' ').trim()
      if (value === '') throw invalidField('values', `请填写“${name}”`)
      if (/[{}【】]/.test(value) || linksIn(value).length > 0) throw invalidField('values', `“${name}”不能含有网址、大括号或【】`)
      return [name, value]
    }),
  )
}

interface Text {
  text: string
  values: [key: string, value: string][]
}
/** Writes the text for a recipient: signature, text with filled placeholders, and after a promotion how to opt out. */
export function textWriter(
  k: Kernel,
  send: { content: string; purpose: SmsPurpose; values: Readonly<Record<string, string>> },
): (to: Pick<Recipient, 'companyName' | 'name'>) => Text {
  // Split at the placeholders: every second part is the name of one.
  const parts = send.content.split(/\{([^{}]{1,20})\}/)
  const places = placesIn(send.content)
  const sign = `【${k.config.SMS_SIGN || k.config.SITE_NAME}】`
  return (to) => {
    const own: Readonly<Record<string, string>> = { 企业名称: to.companyName || '贵单位', 姓名: to.name || '联系人' }
    const valueOf = (name: string) => own[name] ?? send.values[name] ?? ''
    const filled = parts.map((part, n) => (n % 2 === 0 ? part : valueOf(part))).join('')
    const end = send.purpose === 'promotion' && !filled.includes(SMS_WAY_OUT) ? `，${SMS_WAY_OUT}` : ''
    return { text: sign + filled + end, values: places.map((name) => [smsPlaces[name as SmsPlace], valueOf(name)]) }
  }
}
