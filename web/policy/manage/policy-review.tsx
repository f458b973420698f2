import { POLICY_STATE } from '../../../contract/policy/codes.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { managed } from '../../../contract/policy.ts'
import { call } from '../../api.ts'
import { localMinute } from '../../kit/date/local-time.ts'
import { readFailure } from '../../kit/failure.ts'
import { backTo } from '../../kit/table/list-place.ts'
import { ReviewDialog } from '../../kit/dialog/review-dialog.tsx'
import { ErrorState } from '../../kit/table/table-states.tsx'
import { Timeline } from '../../kit/timeline.tsx'
import { useCan } from '../../session.ts'
import { lazyPart, onItsWay } from '../../shell/lazy-part.tsx'
import { toast } from '../../toast.ts'
import { MatchedCompanies } from '../match/matched-companies.tsx'
import { PolicyState } from './fields.tsx'
import { RuleRead, TextRead } from './policy-read.tsx'
import { ProposalPanel } from './proposal-panel.tsx'
import { reviewMoves } from './review-words.ts'
import { useCheckedPair } from './use-checked-pair.ts'
import css from './policy-review.module.css'

const CheckedSections = lazyPart(() => import('./checked-sections.tsx').then((m) => m.CheckedSections), onItsWay)
const RuleEffect = lazyPart(() => import('../rule/rule-effect.tsx').then((m) => m.RuleEffect), onItsWay)

/** One policy for the reviewer: text beside conditions and benefits, history, and the decision. */
export function PolicyReview({ id }: { id: number }) {
  const can = useCan()
  const navigate = useNavigate()
  const client = useQueryClient()
  const [deciding, setDeciding] = useState(false)
  const read = useQuery({
    queryKey: ['managed-policy', id],
    queryFn: () => call(managed.findById, { query: { id } }, { silent: true }),
    retry: false,
  })
  const history = useQuery({
    queryKey: ['policy-history', id],
    queryFn: () => call(managed.history, { query: { id } }, { silent: true }),
    retry: false,
  })
  const waits = read.data?.allowed.includes('approve') ?? false
  const pair = useCheckedPair(id, read.data?.version ?? 0, waits)
  if (read.isPending) return <Skeleton active />
  if (read.isError) return <ErrorState error={read.error} onRetry={() => void read.refetch()} />
  const policy = read.data
  return (
    <>
      <p data-print="hide">
        <Link {...backTo('/work/policycheckmanage')}>‹ 返回审核列表</Link>
      </p>
      <div className={css.head}>
        <h2>{policy.policyTitle}</h2>
        <PolicyState row={policy} />
        {waits && (
          <Button type="primary" onClick={() => setDeciding(true)}>
            审核
          </Button>
        )}
      </div>
      <p className="meta">
        {policy.policyDepName}
        {policy.policyNo && ` · ${policy.policyNo}`} · {policy.levelName} · {policy.supportModes.join('、')}
        {policy.submitterName && ` · ${policy.submitterName} 提交于 ${localMinute(policy.submitTime)}`}
      </p>
      {policy.reviewOpinion && (
        <p className={css.opinion}>
          上次审核意见{policy.reviewerName && `（${policy.reviewerName}）`}：{policy.reviewOpinion}
        </p>
      )}
      <ProposalPanel policyId={id} compared list={policy.proposals} onDone={() => client.invalidateQueries()} />
      {waits && (
        <section className={css.panel} aria-label="送审内容">
          <h3>逐节核对</h3>
          <RuleEffect policyId={id} round={policy.version} />
          <CheckedSections of={pair} decides after="送审" />
        </section>
      )}
      <div className={css.columns}>
        <TextRead policy={policy} />
        <div className={css.side}>
          <RuleRead policy={policy} />
          {can('matching:reverse') && (
            <section className={css.panel}>
              <h3>符合的企业</h3>
              <MatchedCompanies policyId={policy.id} />
            </section>
          )}
          {history.data && history.data.length > 0 && (
            <section className={css.panel}>
              <h3>办理过程</h3>
              <Timeline
                entries={history.data.map((h) => ({
                  at: h.time,
                  who: h.userName ?? '系统',
                  tone: h.tone,
                  title: h.action,
                  text: h.opinion,
                }))}
              />
            </section>
          )}
        </div>
      </div>
      <ReviewDialog
        draft={`policy-review:${id}`}
        title="审核政策"
        subject={policy.policyTitle}
        open={deciding}
        allowed={policy.allowed}
        moves={reviewMoves}
        onClose={() => setDeciding(false)}
        ready={(move) => (move === 'approve' ? pair.lacking : null)}
        onDecide={async (move, reason) => {
          const body = {
            id,
            version: policy.version,
            reviewState: move === 'approve' ? 'pass' : 'reject',
            reviewOpinion: reason || null,
            ...(move === 'approve' && pair.checked ? { checked: pair.checked } : {}),
          } as const
          const { state } = await call(managed.review, { body }, { silent: true }).catch((error: unknown) => {
            if (readFailure(error).code === 'CONFLICT') pair.reread()
            throw error
          })
          toast.success(
            state === POLICY_STATE.published ? '已通过并上架' : state === POLICY_STATE.scheduled ? '已通过，到时自动上架' : '已退回',
          )
          await client.invalidateQueries({ queryKey: ['managed-policy', id] })
          void navigate('/work/policycheckmanage')
        }}
      />
    </>
  )
}
