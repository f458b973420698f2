import css from './today.module.css'

interface Props {
  /** 'YYYY-MM-DD', sorted */
  days: readonly string[]
  values: readonly number[]
  /** the counted thing, such as 提交 */
  name: string
  unit: string
}
const HEIGHT = 28
const STEP = 14

/** A small chart of values per day. Screen readers read every value, and the pointer shows it. */
export function Sparkline({ days, values, name, unit }: Props) {
  const most = Math.max(1, ...values)
  const said = days.map((day, i) => `${day.slice(5)} ${values[i]} ${unit}`).join('，')
  return (
    <svg role="img" aria-label={`近 ${days.length} 天${name}：${said}`} width={days.length * STEP} height={HEIGHT} className={css.spark}>
      {values.map((value, i) => {
        const height = value === 0 ? 1 : Math.max(3, Math.round((value / most) * HEIGHT))
        return (
          <rect key={days[i]} x={i * STEP + 2} y={HEIGHT - height} width={STEP - 4} height={height}>
            <title>{`${days[i]} ${name} ${value} ${unit}`}</title>
          </rect>
        )
      })}
    </svg>
  )
}
