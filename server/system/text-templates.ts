import { fill } from '../../contract/messages.ts'
import type { Kernel } from '../kernel/kernel.ts'

/** Text messages written by the platform; `{…}` is replaced by values only (M-02). */
const templates = {
  code: '验证码 {code}，用于{purpose}，{minutes} 分钟内有效。请勿告诉他人。',
  mobileChanged: '您的账号 {userName} 绑定的手机号已更换。如不是您本人操作，请致电 {servicePhone}。',
  mobileUnbound: '您的账号 {userName} 已解除绑定本手机号，不再向它发送短信。如不是您本人操作，请致电 {servicePhone}。',
  missedCall: '您 {time} 的来电未能接听，我们将在 {due} 前回电。',
  appealOfCall: '您来电反映的事项已登记为诉求，编号 {no}，可登录平台“我的诉求”查看办理情况。',
  alarm: '平台告警：{kind}。请登录工作台“运行监控”查看。',
} as const
export type TextTemplate = keyof typeof templates
/** These go at any hour and also to a number that has opted out: they warn of a stolen account or a failing platform. */
const urgent: readonly TextTemplate[] = ['code', 'mobileChanged', 'mobileUnbound', 'alarm']
export const isUrgent = (template: TextTemplate): boolean => urgent.includes(template)
export type TextValues = Readonly<Record<string, string | number>>

const VALUE_MAX = 40
/** Text that a phone shows as a link. */
const LINK = /:\/\/|www\.|[a-z0-9]\.[a-z]{2}/i

/** The message with its values. Throws when a value is missing, has no placeholder, or could be read as a link. */
export function textOf(k: Kernel, template: TextTemplate, values: TextValues): string {
  const text = templates[template]
  const places = new Set(Array.from(text.matchAll(/\{([a-zA-Z]{1,20})\}/g), ([, name]) => name!))
  for (const name of places) if (!(name in values)) throw new Error(`text message ${template} has no ${name}`)
  const short: Record<string, string> = {}
  for (const [name, value] of Object.entries(values)) {
    if (!places.has(name)) throw new Error(`text message ${template} has no place for ${name}`)
    const said = String(value).replace(/\s+/g, ' ').trim()
    if (LINK.test(said)) throw new Error(`text message ${template}: ${name} holds a link`)
    short[name] = [...said].slice(0, VALUE_MAX).join('')
  }
  return `【${k.config.SITE_NAME}】${fill(text, short)}`
}
