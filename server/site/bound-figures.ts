import type { BasicDataRow } from '../../contract/site/basic-data.ts'
import { today } from '../kernel/clock.ts'
import { invalidField } from '../kernel/errors.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { homeFigures } from '../kernel/public/home.ts'

/** What stands where the source of a figure typed by hand does. */
const COUNTED = '本平台统计'
const counted = new Intl.NumberFormat('zh-CN')

const registered = (k: Kernel, code: string) => homeFigures(k).find((one) => one.code === code)

/** A row as it is stored. */
type Stored = BasicDataRow & { figure: string }

/**
 * A bound row with the value of now. What cannot be counted has no value and says why: the public page leaves it out, the staff page names
 * it.
 */
export async function withCount(k: Kernel, row: BasicDataRow): Promise<BasicDataRow> {
  return row.figure === null ? row : countedNow(k, { ...row, figure: row.figure })
}

async function countedNow(k: Kernel, row: Stored): Promise<BasicDataRow> {
  const offered = registered(k, row.figure)
  if (!offered) return { ...row, name: row.ownName || row.code, fault: '平台已不再统计这一项' }
  const named = {
    ...row,
    name: row.ownName || offered.label,
    unit: offered.unit,
    figureLabel: offered.label,
    source: COUNTED,
    asOf: today(k.clock),
  }
  try {
    const value = await offered.value(k)
    if (value !== null) return { ...named, value: counted.format(value) }
    return { ...named, asOf: null, fault: '现在没有可以统计的内容' }
  } catch (err) {
    k.log.error({ err, code: row.figure }, 'a bound figure could not be counted')
    return { ...named, asOf: null, fault: '暂时统计不出来' }
  }
}

/** Where a value is from, in words. */
export const originOf =
  (k: Kernel) =>
  (figure: unknown): string =>
    typeof figure === 'string' ? `平台统计“${registered(k, figure)?.label ?? '已不再统计的数字'}”` : '手工填写'

/** The name by which a change of the row is kept. */
export const nameOf = (k: Kernel, row: { name: string; code: string; figure: string | null }): string =>
  row.name || (row.figure !== null && registered(k, row.figure)?.label) || row.code

interface Asked {
  block: BasicDataRow['block']
  name: string
  value: string
  figure?: string | null | undefined
}
/** What a save needs: a figure that is registered, or a name and a value typed by hand. */
export function refuseUnfilled(k: Kernel, { block, name, value, figure }: Asked): void {
  if (figure) {
    if (block !== 'home') throw invalidField('figure', '只有首页基础数据可以取自平台统计')
    if (!registered(k, figure)) throw invalidField('figure', '平台没有统计这一项，请另选')
    return
  }
  if (name === '') throw invalidField('name', '请输入名称')
  if (value === '') throw invalidField('value', '请输入数值或内容')
}

/** The figures that can be chosen, each as it would be shown now. */
export const figureChoices = (k: Kernel) => homeFigures(k).map(({ code, label, unit }) => ({ code, label, unit }))
