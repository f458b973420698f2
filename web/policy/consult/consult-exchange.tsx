import type { PolicyConsult } from '../../../contract/policy/consult.ts'
import { Link } from 'react-router'
import { localMinute } from '../../kit/date/local-time.ts'
import { StatusTag } from '../../kit/status-tag.tsx'
import css from './consults.module.css'

export const CONSULT_WAITING = 0
export const ConsultState = ({ row }: { row: Pick<PolicyConsult, 'replyState' | 'replyStateName'> }) => (
  <StatusTag tone={row.replyState === CONSULT_WAITING ? 'waiting' : 'done'}>{row.replyStateName}</StatusTag>
)

/** Question and answer of one consultation, each with person and time. */
export const ConsultExchange = ({ row }: { row: PolicyConsult }) => (
  <div className={css.exchange}>
    <p>
      政策：<Link to={`/page/policyserverdetail?id=${row.polInfoId}`}>{row.policyTitle}</Link>
    </p>
    <section className={css.said}>
      <h3>
        咨询{' '}
        <span>
          {row.userName} · <time dateTime={row.consultTime}>{localMinute(row.consultTime)}</time>
        </span>
      </h3>
      <p>{row.consultContent}</p>
    </section>
    {row.passedOn && (
      <p>
        由 {row.passedOn.by} 转交给 {row.passedOn.to}
        {row.passedOn.note && `：${row.passedOn.note}`}
      </p>
    )}
    {row.replyContent !== null && (
      <section className={`${css.said} ${css.answer}`}>
        <h3>
          回复{' '}
          <span>
            {row.replyUserName} · <time dateTime={row.replyTime ?? ''}>{localMinute(row.replyTime)}</time>
          </span>
        </h3>
        <p>{row.replyContent}</p>
      </section>
    )}
  </div>
)
