import { deskVerdicts } from '../../../contract/declaration/ground-words.ts'
import type { ReviewDetail } from '../../../contract/declaration.ts'
import { DeskVerdictTag } from './desk-verdict.tsx'
import css from './review.module.css'

/** Beside the buttons: the verdict on the day of submission, and today's when it differs. */
export function VerdictLine({ detail: { verdict, judgementNow } }: { detail: ReviewDetail }) {
  if (!verdict) return null
  const now = judgementNow?.verdict
  const checked = verdict !== 'unchecked' && verdict !== 'none'
  return (
    <p className={css.verdict}>
      申报日核对结论 <DeskVerdictTag verdict={verdict} />
      {checked && now && now !== verdict && (
        <>
          ，今天为 <DeskVerdictTag verdict={now} />
        </>
      )}
      {verdict === 'unchecked' && <span className={css.note}> 企业没有授权读取档案</span>}
      {checked && verdict !== 'match' && <span className={css.note}> {`“${deskVerdicts[verdict]}”通过须写明依据`}</span>}
    </p>
  )
}
