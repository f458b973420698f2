import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { companyRelations, type RelationRow } from '../../../contract/company/relations.ts'
import { relationConsent, relationCounts, relationKinds, relationStateCodes } from '../../../contract/company/relation-words.ts'
import { shanghaiDay } from '../../../contract/shanghai.ts'
import { call } from '../../api.ts'
import { ReviewDialog, type Move } from '../../kit/dialog/review-dialog.tsx'
import { readFailure } from '../../kit/failure.ts'
import { StatusTag } from '../../kit/status-tag.tsx'
import { toast } from '../../toast.ts'
import { archiveKey } from './archive-key.ts'
import css from './enterprise-archive.module.css'
import { RelationForm } from './relation-form.client.tsx'

const moves: Readonly<Record<string, (own: boolean) => Move>> = {
  confirm: (own) => ({ label: '确认', effect: own ? relationConsent : '确认后通知双方。', ...(own ? {} : { reason: '依据的证明材料' }) }),
  refuse: () => ({ label: '不属实', danger: true, reason: true, effect: '不计入集团合并口径，并通知双方。' }),
  stop: (own) => ({
    label: '结束',
    danger: true,
    effect: '即时起双方的数据不再计入对方的集团合并口径，并通知双方。',
    ...(own ? {} : { reason: true as const }),
  }),
  withdraw: () => ({ label: '撤回', danger: true, effect: '撤回后可以重新登记。' }),
}
const entered = { this: '本企业登记', other: '对方登记', staff: '工作人员登记' } as const

/** A short label for the reader's actions on a relation. */
const todo = (allowed: readonly string[], own: boolean): string => (allowed.length === 1 ? moves[allowed[0]!]!(own).label : '确认或说明')

/** 关联企业 of one company. Either company or staff enter a relation, another party confirms it, and either company can end it. */
export function Relations({ companyId, own }: { companyId: number; own: boolean }) {
  const asked = own ? {} : { companyId }
  const [adding, setAdding] = useState(false)
  const [chosen, setChosen] = useState<RelationRow | null>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const query = useQuery({
    queryKey: [...archiveKey, 'relations', companyId],
    queryFn: () => call(companyRelations.list, { query: asked }, { silent: true }),
    retry: false,
  })
  const { data } = query
  const arrived = data !== undefined
  useEffect(() => {
    if (arrived && window.location.hash === '#relations') title.current?.scrollIntoView()
  }, [arrived])
  const decide = async (move: string, words: string) => {
    const { id, version } = chosen!
    await (move === 'confirm' || move === 'refuse'
      ? call(
          companyRelations.examine,
          { query: asked, body: { id, version, agreed: move === 'confirm', opinion: words } },
          { silent: true },
        )
      : call(companyRelations.end, { query: asked, body: { id, version, reason: words } }, { silent: true }))
    toast.success('已处理')
    await query.refetch()
  }
  return (
    <section className={css.panel} aria-labelledby="relations">
      <header className={css.head}>
        <h2 id="relations" ref={title}>
          关联企业（双方确认）
        </h2>
        {data && <span className="meta num">共 {data.list.length} 家</span>}
        {data?.mayAdd && <Button onClick={() => setAdding(true)}>登记关联企业</Button>}
      </header>
      <p className={css.note}>
        在平台有账号的关联企业在这里登记，经对方或工作人员确认后生效；政策按集团合并口径计算时，计入已确认且对方授权的企业，数据取自对方的档案，不用填写。
      </p>
      {query.error && (
        <p role="alert" className={css.note}>
          {readFailure(query.error).message}
          <Button type="link" size="small" onClick={() => void query.refetch()}>
            重试
          </Button>
        </p>
      )}
      {query.isLoading && <p role="status">正在加载…</p>}
      {data?.list.length === 0 && <p className={css.note}>还没有关联企业。</p>}
      {data && data.list.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls sideways must be reachable by keyboard
        <div className={css.scroll} tabIndex={0} role="region" aria-label="关联企业（双方确认）数据">
          <table className={css.rows}>
            <thead>
              <tr>
                {['企业', '关系', '持股比例', '起止', '状态', '登记', '操作'].map((head) => (
                  <th scope="col" key={head}>
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.list.map((row) => (
                <tr key={row.id}>
                  <td title={row.code}>{row.name}</td>
                  <td>{relationKinds[row.kind]}</td>
                  <td className="num">{row.share === null ? '—' : `${row.share}%`}</td>
                  <td className="num">
                    {row.since} 至 {row.until ?? '今'}
                  </td>
                  <td className={css.wrap}>
                    <StatusTag tone={relationStateCodes.tones[row.state]}>{relationStateCodes.labels[row.state]}</StatusTag>
                    {row.counts && <div className="meta">{relationCounts[row.counts]}</div>}
                    {row.opinion && <div className="meta">{row.opinion}</div>}
                  </td>
                  <td title={row.evidence ?? ''}>
                    {entered[row.enteredBy]} <span className="num">{shanghaiDay(Date.parse(row.createTime))}</span>
                  </td>
                  <td>
                    {row.allowed.length > 0 && (
                      <Button type="link" size="small" aria-label={`${todo(row.allowed, own)}：${row.name}`} onClick={() => setChosen(row)}>
                        {todo(row.allowed, own)}
                      </Button>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {adding && <RelationForm own={own} companyId={companyId} onClose={() => setAdding(false)} onSaved={() => query.refetch()} />}
      <ReviewDialog
        title={chosen ? `与“${chosen.name}”的关联关系` : ''}
        draft={`company-relation:${chosen?.id}`}
        open={chosen !== null}
        allowed={chosen?.allowed ?? []}
        moves={Object.fromEntries(Object.entries(moves).map(([name, of]) => [name, of(own)]))}
        onClose={() => setChosen(null)}
        onDecide={decide}
      />
    </section>
  )
}
