import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { proposals as endpoints, type Proposal } from '../../../contract/policy.ts'
import { call } from '../../api.ts'
import { proposalTones } from '../../../contract/policy/proposal-codes.ts'
import { localMinute } from '../../kit/date/local-time.ts'
import { readFailure } from '../../kit/failure.ts'
import { ReviewDialog, type Move } from '../../kit/dialog/review-dialog.tsx'
import { StatusTag } from '../../kit/status-tag.tsx'
import { lazyPart, onItsWay } from '../../shell/lazy-part.tsx'
import { toast } from '../../toast.ts'
import { useCheckedPair } from './use-checked-pair.ts'
import css from './policy-review.module.css'

const RuleEffect = lazyPart(() => import('../rule/rule-effect.tsx').then((m) => m.RuleEffect), onItsWay)
const CheckedSections = lazyPart(() => import('./checked-sections.tsx').then((m) => m.CheckedSections), onItsWay)

const moves = (kind: Proposal['kind']): Readonly<Record<string, Move>> => {
  const repeal = kind === 'repeal'
  return {
    submit: { label: '提交审核', effect: '由同事审核；审核期间不能修改，可以撤回。' },
    publish: { label: '直接生效', effect: '不经审核，立即生效。' },
    withdraw: { label: '撤回', effect: '撤回后可以修改再提交。' },
    approve: {
      label: '审核通过',
      effect: repeal ? '到废止日期起不再参与匹配与申报，并通知收藏的企业。' : '到生效日期成为新版本，并通知收藏的企业。',
    },
    reject: { label: '退回修改', danger: true, reason: true, effect: '退回后可以修改再提交，也可以放弃。' },
    discard: { label: '放弃', danger: true, effect: '放弃后内容不再保留在页面上，现行政策不受影响。' },
    recall: { label: '收回', effect: '尚未生效，收回后可以修改再提交。' },
    undo: { label: '撤销废止', danger: true, reason: true, effect: '政策恢复执行、恢复匹配，并通知收藏的企业。' },
  }
}

/** Open proposals of a policy: repeal and revision, each with the user's actions. */
export function ProposalPanel({
  policyId,
  list,
  compared = false,
  onDone,
}: {
  policyId: number
  list: readonly Proposal[]
  /** the comparison of a revision is expanded */
  compared?: boolean
  onDone(): unknown
}) {
  const [chosen, setChosen] = useState<Proposal | null>(null)
  const revision = list.find((p) => p.kind === 'revision')
  const [comparing, setComparing] = useState(compared)
  const pair = useCheckedPair(policyId, revision?.version ?? 0, revision !== undefined && (comparing || chosen?.kind === 'revision'))
  if (list.length === 0) return null
  return (
    <>
      {list.map((p) => (
        <section key={p.id} className={css.panel} aria-label={p.kind === 'repeal' ? '废止' : '修订'}>
          <div className={css.head}>
            <StatusTag tone={proposalTones[p.state]}>{p.stateName}</StatusTag>
            {p.allowed.length > 0 && (
              <Button size="small" type={p.allowed.includes('approve') ? 'primary' : 'default'} onClick={() => setChosen(p)}>
                {p.allowed.includes('approve') ? '审核' : '办理'}
              </Button>
            )}
            {p.kind === 'revision' && (
              <Button size="small" aria-expanded={comparing} onClick={() => setComparing(!comparing)}>
                {comparing ? '收起对比' : '与现行版本对比'}
              </Button>
            )}
          </div>
          <p>
            {p.kind === 'repeal'
              ? `自 ${p.effectiveOn} 起废止`
              : p.effectiveOn
                ? `自 ${p.effectiveOn} 起成为新版本`
                : '审核通过后成为新版本'}
            {p.repeal?.by && (
              <>
                ，由 <Link to={`/work/policyserveradmin?id=${p.repeal.by.id}`}>{p.repeal.by.policyTitle}</Link> 废止
              </>
            )}
            {p.repeal?.basis && `。依据：${p.repeal.basis}`}
          </p>
          <p className="meta">
            {p.submitterName ? `${p.submitterName} 提交于 ${localMinute(p.submitTime)}` : p.authorName && `${p.authorName} 起草`}
          </p>
          {p.reviewOpinion && (
            <p className={css.opinion}>
              审核意见{p.reviewerName && `（${p.reviewerName}）`}：{p.reviewOpinion}
            </p>
          )}
          {p.kind === 'revision' && comparing && (
            <>
              <RuleEffect policyId={policyId} round={p.version} />
              <CheckedSections of={pair} decides={p.allowed.includes('approve')} after="修订" />
            </>
          )}
        </section>
      ))}
      <ReviewDialog
        draft={`policy-proposal:${chosen?.kind}:${chosen?.id}`}
        title={chosen?.kind === 'repeal' ? '办理废止' : '办理修订'}
        subject={chosen?.stateName}
        open={chosen !== null}
        allowed={chosen?.allowed ?? []}
        moves={moves(chosen?.kind ?? 'repeal')}
        onClose={() => setChosen(null)}
        ready={(action) => (action === 'approve' && chosen?.kind === 'revision' ? pair.lacking : null)}
        onDecide={async (action, reason) => {
          const body = { id: chosen!.id, version: chosen!.version, action: action as 'submit', opinion: reason || null }
          const read = action === 'approve' && chosen!.kind === 'revision' && pair.checked
          await call(endpoints.move, { body: read ? { ...body, checked: read } : body }, { silent: true }).catch((error: unknown) => {
            if (readFailure(error).code === 'CONFLICT') pair.reread()
            throw error
          })
          toast.success('已办理')
          setChosen(null)
          await onDone()
        }}
      />
    </>
  )
}
