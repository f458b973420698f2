import { Button } from 'antd'
import type { ReviewDetail } from '../../../contract/declaration.ts'
import css from './review.module.css'
import { VerdictLine } from './verdict-line.tsx'

interface Props {
  detail: ReviewDetail
  busy: boolean
  onPass(): void
  onBack(): void
  onRefuse(): void
}

/** The verdict beside the allowed moves. The next record opens automatically, so the second half of a double click must not decide it. */
export const DecisionMoves = ({ detail, busy, onPass, onBack, onRefuse }: Props) => (
  <div className={css.decide}>
    <VerdictLine detail={detail} />
    {detail.allowed.includes('pass') && (
      <Button type="primary" loading={busy} onClick={(e) => e.detail < 2 && onPass()} aria-keyshortcuts="Control+Enter">
        通过
      </Button>
    )}
    {detail.allowed.includes('back') && (
      <Button disabled={busy} onClick={onBack}>
        退回补正
      </Button>
    )}
    {detail.allowed.includes('refuse') && (
      <Button danger disabled={busy} onClick={onRefuse}>
        不予支持
      </Button>
    )}
    <span className={css.keyHint}>Ctrl + Enter 通过</span>
  </div>
)
