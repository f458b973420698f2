import type { FieldChoice } from './condition.ts'

/** The functions of the rule language in the editor's words. */
const FUNCTIONS: Readonly<Record<string, string>> = {
  min: '最小',
  max: '最大',
  floor: '取整',
  pow: '乘方',
  isIn: '属于',
  count: '项数',
  years: '满几年',
  months: '满几个月',
  monthsBegun: '月数不足一月按一月',
  days: '相隔天数',
}
const codes = new Map(Object.entries(FUNCTIONS).map(([code, word]) => [word, code]))
const nameable = (label: string) => label !== '' && !/[[\]"']/.test(label)

type Fields = ReadonlyMap<string, FieldChoice>
/** Labels that stand for exactly one field; for an ambiguous label the key is used. */
function named(fields: Fields): { labels: Map<string, string>; keys: Map<string, string> } {
  const labels = new Map<string, string>()
  const keys = new Map<string, string>()
  const twice = new Set<string>()
  for (const { key, label } of fields.values()) {
    if (keys.has(label)) twice.add(label)
    keys.set(label, key)
    if (nameable(label)) labels.set(key, label)
  }
  for (const label of twice) {
    keys.delete(label)
    for (const [key, one] of labels) if (one === label) labels.delete(key)
  }
  return { labels, keys }
}

/** Text in quotes names an option and stays unchanged. */
const WORDS = /"[^"]*"|'[^']*'|[A-Za-z_]\w*/g
const READ = /"[^"]*"|'[^']*'|\[[^[\]]*\]|[×÷（），]|[\u4e00-\u9fff]+/g
const SIGNS: Readonly<Record<string, string>> = { '×': '*', '÷': '/', '（': '(', '）': ')', '，': ',' }

/** `min(equipmentInvestment * 0.08, 300)` for display: `最小([项目设备投资额] * 0.08, 300)`. */
export function formulaAsRead(text: string, fields: Fields): string {
  const { labels } = named(fields)
  return text.replace(WORDS, (word) => {
    const label = labels.get(word)
    return label === undefined ? (FUNCTIONS[word] ?? word) : `[${label}]`
  })
}

/** The inverse; an unknown name stays as typed and is refused there. */
export function formulaAsKept(text: string, fields: Fields): string {
  const { keys } = named(fields)
  return text.replace(READ, (word) => {
    if (word.startsWith('[')) return keys.get(word.slice(1, -1).trim()) ?? word
    return codes.get(word) ?? SIGNS[word] ?? word
  })
}
