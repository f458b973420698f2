import { useId, useState } from 'react'
import { digitsOf } from '../../../contract/digits.ts'
import type { Lever } from '../../../contract/matching/simulation.ts'
import { money } from '../../kit/money.ts'
import styles from './simulation.module.css'

const percent = (unit: string | null) => unit === 'ratio'
const round = (value: number, step: number) => Number((Math.round(value / step) * step).toFixed(4))
/** A figure with its unit; ratios in per cent. */
export const figureText = (value: number, unit: string | null) =>
  percent(unit) ? `${Number((value * 100).toFixed(2))}%` : unit === '万元' ? money(value) : `${value.toLocaleString('zh-CN')}${unit ?? ''}`

/** One fact as a slider and a number field; both work by keyboard. The slider has limits, the number field does not. */
export function LeverField({
  lever,
  value,
  base,
  selected,
  onChange,
  onSelect,
}: {
  lever: Lever
  value: number | null
  base: number | null
  selected: boolean
  onChange(value: number): void
  onSelect(): void
}) {
  const id = useId()
  const { question, from, to, step } = lever
  const scale = percent(question.unit) ? 100 : 1
  const [typed, setTyped] = useState<string | null>(null)
  const shown = value === null ? '' : String(Number((value * scale).toFixed(4)))
  const take = (text: string) => {
    setTyped(text)
    const number = Number(digitsOf(text))
    if (text.trim() !== '' && Number.isFinite(number) && number >= 0) onChange(round(number / scale, step))
  }
  const wrong = typed !== null && typed.trim() !== '' && !(Number(digitsOf(typed)) >= 0)
  return (
    <div className={`${styles.lever} ${selected ? styles.selected : ''}`} role="group" aria-label={question.label}>
      <div className={styles.leverHead}>
        <label htmlFor={`${id}-n`}>{question.label}</label>
        <span className={styles.number}>
          <input
            id={`${id}-n`}
            className="field"
            inputMode="decimal"
            maxLength={14}
            value={typed ?? shown}
            aria-invalid={wrong}
            aria-describedby={`${id}-m`}
            onChange={(e) => take(e.target.value)}
            onBlur={() => {
              // A wrong figure stays visible with its message until it is corrected.
              if (!wrong) setTyped(null)
            }}
          />
          <span className="meta">{percent(question.unit) ? '%' : question.unit}</span>
        </span>
      </div>
      <input
        type="range"
        className={styles.range}
        aria-label={`${question.label}滑块`}
        min={from}
        max={to}
        step={step === 1 && to - from <= 5000 ? 1 : 'any'}
        value={Math.min(Math.max(value ?? from, from), to)}
        aria-valuetext={value === null ? '未填写' : figureText(value, question.unit)}
        onChange={(e) => {
          setTyped(null)
          onChange(round(Number(e.target.value), step))
        }}
        onFocus={onSelect}
      />
      <p id={`${id}-m`} className={wrong ? 'field-error' : `meta ${styles.leverFoot}`}>
        {wrong ? (
          '请输入不小于 0 的数字'
        ) : (
          <>
            <span>
              {base === null ? '原来未填写' : value === base ? '未改动' : `原来 ${figureText(base, question.unit)}`}
              {lever.up > 0 && ` · 最多可增 ${money(lever.up)}`}
              {lever.down > 0 && ` · 最多可减 ${money(lever.down)}`}
            </span>
            <button type="button" className={styles.link} aria-pressed={selected} onClick={onSelect}>
              {selected ? '正在看这张图' : '看阶梯图'}
            </button>
          </>
        )}
      </p>
    </div>
  )
}
