import { Select } from 'antd'
import { roundingWords } from '../../../contract/rule/benefit-words.ts'
import type { Rounding } from '../../../contract/rule/types.ts'

const STEPS = [1, 0.1, 0.01, 0.0001]
const known: readonly Rounding[] = (['down', 'nearest'] as const).flatMap((way) => STEPS.map((to) => ({ to, way })))
const keyOf = ({ to, way }: Rounding) => `${way} ${to}`

/** 取整: to whole 万元, 千元, 百元 or 元; another step in an existing rule is kept. */
export function RoundingChoice({
  rounding,
  set,
}: {
  rounding: Rounding | undefined
  set(change: { rounding: Rounding | undefined }): void
}) {
  const all = rounding && !known.some((each) => keyOf(each) === keyOf(rounding)) ? [...known, rounding] : known
  return (
    <Select
      style={{ width: 220, maxWidth: '100%' }}
      allowClear
      aria-label="金额取整"
      placeholder="金额取整（可空）"
      value={rounding && keyOf(rounding)}
      options={all.map((each) => ({ value: keyOf(each), label: roundingWords(each) }))}
      onChange={(chosen?: string) => set({ rounding: all.find((each) => keyOf(each) === chosen) })}
    />
  )
}
