import { DAY_MS, shanghaiDay, shanghaiTime } from '../../contract/shanghai.ts'

/** The time of a notice in its shortest clear form: 今天 09:30, 昨天 09:30, 03-02 09:30, 2025-03-02. Days are days in Shanghai. */
export function clock(instant: string, now = Date.now()): string {
  const at = Date.parse(instant)
  if (Number.isNaN(at)) return ''
  const [text, today] = [shanghaiTime(at), shanghaiTime(now)]
  const minute = text.slice(11, 16)
  if (text.slice(0, 10) === today.slice(0, 10)) return `今天 ${minute}`
  if (text.slice(0, 10) === shanghaiDay(now - DAY_MS)) return `昨天 ${minute}`
  return text.slice(0, 4) === today.slice(0, 4) ? `${text.slice(5, 10)} ${minute}` : text.slice(0, 10)
}
