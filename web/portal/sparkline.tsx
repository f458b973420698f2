import css from './today.module.css'

interface Props {
  /** 'YYYY-MM-DD', in order */
  days: readonly string[]
  values: readonly number[]
  /** what is counted: 提交 */
  name: string
  unit: string
}
const HEIGHT = 28
const STEP = 14

/** A small chart of days; every value is said to a screen reader and shown on a pointer's rest. */
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
