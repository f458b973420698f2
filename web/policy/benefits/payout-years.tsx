import { Button, Input } from 'antd'
import { NumberInput } from '../../kit/form/number-input.tsx'
import type { Benefit, Fault } from './kinds.ts'
import styles from '../rule/rule-editor.module.css'

/** 分年兑付: the share of each year, and its conditions. */
export function PayoutYears({
  benefit,
  faults,
  set,
}: {
  benefit: Benefit
  faults: readonly Fault[]
  set(change: Partial<Record<keyof Benefit, unknown>>): void
}) {
  const payout = benefit.payout ?? []
  const terms = payout.map((_, i) => benefit.payoutTerms?.[i] ?? '')
  const all = payout.reduce((sum, each) => sum + each, 0)
  const put = (shares: number[], words: string[]) => set({ payout: shares, payoutTerms: words.some(Boolean) ? words : undefined })
  return (
    <div className={styles.whole} role="group" aria-label="分年兑付">
      {payout.map((share, i) => (
        <div key={i} className={styles.leaf}>
          <NumberInput
            style={{ width: 150 }}
            min={0}
            max={100}
            prefix={`第 ${i + 1} 年`}
            unit="%"
            aria-label={`第 ${i + 1} 年兑付比例`}
            value={Math.round(share * 1e6) / 1e4}
            onChange={(v) => put(payout.with(i, v === null ? NaN : Math.round(v * 1e4) / 1e6), terms)}
          />
          <Input
            className={styles.words}
            value={terms[i]}
            placeholder="兑付条件（可空），如：当年营业收入不低于上年"
            aria-label={`第 ${i + 1} 年兑付条件`}
            maxLength={200}
            onChange={(e) => put(payout, terms.with(i, e.target.value))}
          />
          {faults
            .filter(({ path }) => path === `payout[${i}]`)
            .map(({ message }) => (
              <span key={message} role="alert" className={styles.fault}>
                {message}
              </span>
            ))}
        </div>
      ))}
      <div className={styles.leaf}>
        <Button size="small" disabled={payout.length >= 10} onClick={() => put([...payout, 0], [...terms, ''])}>
          加一年
        </Button>
        <Button size="small" disabled={payout.length < 2} onClick={() => put(payout.slice(0, -1), terms.slice(0, -1))}>
          减一年
        </Button>
        {Math.abs(all - 1) > 1e-6 && (
          <span role="alert" style={{ color: 'var(--error)' }}>
            各年比例合计 {Math.round(all * 1e4) / 100}%，应为 100%
          </span>
        )}
      </div>
    </div>
  )
}
