import { Button, Input } from 'antd'
import type { ReviewDetail } from '../../../contract/declaration.ts'
import { showNumber } from '../../kit/form/values.ts'
import css from './review.module.css'

interface Props {
  detail: Pick<ReviewDetail, 'amount' | 'measured'>
  value: string
  wrong: string | undefined
  onChange: (text: string) => void
}

/** The approved sum: the rule's sum as default, the requested one as alternative. */
export const AmountInput = ({ detail: { amount, measured }, value, wrong, onChange }: Props) => (
  <div className={css.opinion}>
    <label htmlFor="review-amount">
      <span aria-hidden="true" className={css.star}>
        *{' '}
      </span>
      核定金额（万元）
    </label>
    <Input
      id="review-amount"
      inputMode="decimal"
      maxLength={20}
      value={value}
      onChange={(e) => onChange(e.target.value)}
      suffix="万元"
      status={wrong ? 'error' : ''}
      aria-invalid={wrong !== undefined}
      aria-describedby="review-amount-wrong"
    />
    <p id="review-amount-wrong" role="alert" className={css.wrong}>
      {wrong}
    </p>
    {measured !== null && amount !== null && (
      <p className={css.note}>
        <Button size="small" onClick={() => onChange(String(Math.min(measured, amount)))}>
          按测算 {showNumber(measured)} 万元
        </Button>{' '}
        <Button size="small" onClick={() => onChange(String(amount))}>
          按申请 {showNumber(amount)} 万元
        </Button>
        {measured > amount && ' 测算高于申请，核定不超过申请金额'}
      </p>
    )}
  </div>
)
