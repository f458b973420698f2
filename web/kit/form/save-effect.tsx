import { Form } from 'antd'

type Values = Readonly<Record<string, unknown>>

/** One line above the buttons: which public pages the save changes, and how; it follows what is typed. */
export function SaveEffect({ say }: { say(typed: Values): string }) {
  const form = Form.useFormInstance()
  const typed = Form.useWatch<Values | undefined>([], form)
  return (
    <p className="meta" role="status" style={{ margin: '8px 0' }}>
      {say(typed ?? {})}
    </p>
  )
}

const shown = (value: unknown): string =>
  value === null || value === undefined || value === '' ? '空' : typeof value === 'boolean' ? (value ? '是' : '否') : String(value)
const same = (a: unknown, b: unknown): boolean => shown(a) === shown(b)

/** “名称 由 甲 改为 乙”, for what was typed differently; empty: nothing. */
export const changesIn = (labels: Readonly<Record<string, string>>, before: object, typed: Values): string =>
  Object.entries(labels)
    .filter(([key]) => key in typed && !same((before as Values)[key], typed[key]))
    .map(([key, label]) => `${label}由“${cut(shown((before as Values)[key]))}”改为“${cut(shown(typed[key]))}”`)
    .join('，')
const cut = (text: string): string => (text.length > 20 ? `${text.slice(0, 20)}…` : text)
