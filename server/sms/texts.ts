import { placesIn, SMS_WAY_OUT, smsOwnPlaces, smsPlaces, type SmsPlace, type SmsPurpose } from '../../contract/sms/states.ts'
import { linksIn } from '../../contract/sms/temps.ts'
import { openPii } from '../kernel/access/pii.ts'
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

/** What all texts of a send have in common. */
export interface Frozen {
  content: string
  purpose: SmsPurpose
  values: Readonly<Record<string, string>>
  sign: string | null
}
type Addressee = Pick<Recipient, 'companyName' | 'name'>

/** The signature in front of every text. */
export const signature = (k: Kernel): string => k.config.SMS_SIGN || k.config.SITE_NAME

/**
 * Writes for a recipient `text`: signature, text with filled placeholders, and after a promotion how to opt out; and `values`: what fills
 * the placeholders, for providers that keep the text themselves.
 */
export function textWriter(k: Kernel, send: Frozen) {
  // Split at the placeholders: every second part is the name of one.
  const parts = send.content.split(/\{([^{}]{1,20})\}/)
  const places = placesIn(send.content)
  const sign = `【${send.sign ?? signature(k)}】`
  const valueOf = (to: Addressee, name: string): string => {
    if (name === '企业名称') return to.companyName || '贵单位'
    if (name === '姓名') return to.name || '联系人'
    return send.values[name] ?? ''
  }
  return {
    text: (to: Addressee): string => {
      const filled = parts.map((part, n) => (n % 2 === 0 ? part : valueOf(to, part))).join('')
      const end =
        send.purpose === 'promotion' && !filled.includes(SMS_WAY_OUT)
          ? `${/[，。！？；、,.!?;]$/.test(filled) ? '' : '，'}${SMS_WAY_OUT}`
          : ''
      return sign + filled + end
    },
    values: (to: Addressee) => places.map((name): [key: string, value: string] => [smsPlaces[name as SmsPlace], valueOf(to, name)]),
  }
}

/** The columns of a message from which its text is written. */
export interface StoredMessage {
  name_sealed: string
  company_name: string | null
  content_sealed: string | null
}

/** Reads text and values of the messages of a send as they were frozen. */
export function contentReader(k: Kernel, send: Frozen) {
  const writer = textWriter(k, send)
  return (m: StoredMessage): { text: string; values: [key: string, value: string][] } => {
    if (m.content_sealed !== null) return JSON.parse(openPii(k, m.content_sealed)) as { text: string; values: [string, string][] }
    const to = { companyName: m.company_name ?? '', name: openPii(k, m.name_sealed) }
    return { text: writer.text(to), values: writer.values(to) }
  }
}
