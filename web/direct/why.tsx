import { useQuery } from '@tanstack/react-query'
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { directMine, type DirectWhy } from '../../contract/direct.ts'
import { call } from '../api.ts'
import { ErrorState } from '../kit/table/table-states.tsx'
import { toast } from '../toast.ts'
import css from './direct.module.css'
import { OwnObjections } from './own-objections.tsx'
import { Reasons } from './reasons.tsx'
import { WordsDialog } from '../kit/dialog/words-dialog.tsx'

/** 为什么我不在名单里: the tree of conditions, judged for the list's date and by its rule, and a form to object. */
export function WhyDrawer({ listId, onClose, onDone }: { listId: number | null; onClose(): void; onDone(): unknown }) {
  const found = useQuery({
    queryKey: ['direct', 'why', listId],
    queryFn: () => call(directMine.why, { query: { listId: listId! } }, { silent: true }),
    enabled: listId !== null,
    retry: false,
  })
  return (
    <Drawer title="为什么我在（不在）名单里" open={listId !== null} onClose={onClose} size={720}>
      {found.error ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : found.data ? (
        <Why why={found.data} onDone={onDone} />
      ) : (
        <p role="status">正在加载…</p>
      )}
    </Drawer>
  )
}

function headline(w: DirectWhy): string {
  if (w.standing === 'listed') return '本企业在名单中'
  if (w.standing === 'excluded') return '本企业曾符合条件，但已被剔除'
  if (!w.consent) return '本企业没有授权平台读取企业档案，所以没有参加判定'
  if (w.judgement?.verdict === 'match') return '按现在的档案，本企业符合条件，但生成名单时没有列入'
  return '本企业不在名单中'
}

function Why({ why: w, onDone }: { why: DirectWhy; onDone(): unknown }) {
  const [objecting, setObjecting] = useState(false)
  return (
    <div className={css.stack}>
      <h3>{headline(w)}</h3>
      <p className={css.note}>
        {w.list.title}，基准日 {w.list.asOf}，公示 {w.list.publicFrom} 至 {w.list.publicTo}
      </p>
      {w.standing === 'excluded' && <p className={css.over}>剔除原因：{w.reason ?? '无'}</p>}
      {w.standing === 'listed' && w.rowId !== null && (
        <p>
          <Link to={`/work/myDirect?id=${w.rowId}`}>查看金额，确认或提出异议</Link>
        </p>
      )}
      {!w.consent && (
        <p className={css.over}>
          授权后，这里按名单的规则逐条说明差在哪里；公示期内还可以提出异议，由部门重新判定。<Link to="/work/enterpriseArchive">去授权</Link>
        </p>
      )}
      {w.judgement && (
        <>
          <p className={css.note}>{w.frozen ? '以下是名单生成时冻结的判定。' : '以下按名单冻结的规则和基准日，用本企业现在的档案判定。'}</p>
          <Reasons judgement={w.judgement} whose="本企业" />
          {!w.frozen && w.judgement.verdict !== 'match' && (
            <p className={css.note}>
              档案有误或不全？<Link to="/work/enterpriseArchive">去更正企业档案</Link>
              ，更正后在公示期内提出异议，部门按更正后的档案重新判定，符合的补入名单。
            </p>
          )}
        </>
      )}
      {w.canObject && (
        <p>
          <Button type="primary" onClick={() => setObjecting(true)}>
            提出异议
          </Button>
        </p>
      )}
      <OwnObjections list={w.objections} />
      {objecting && (
        <WordsDialog
          title="提出异议"
          draft={`direct-objection:${w.list.id}:list`}
          label="异议内容（写明事实和依据）"
          empty="请填写异议内容"
          maxLength={500}
          okText="提交"
          onClose={() => setObjecting(false)}
          onSend={async (content) => {
            await call(directMine.object, { body: { listId: w.list.id, content } }, { silent: true })
            toast.success('异议已提交，答复会通知您')
            await onDone()
          }}
        />
      )}
    </div>
  )
}
