import { objectionCodes } from '../../../contract/passing.ts'
import { useQuery } from '@tanstack/react-query'
import { Drawer } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { allowance, type AllowanceDetail } from '../../../contract/declaration/allowance.ts'
import { objectionLabels } from '../../../contract/declaration/allowance-states.ts'
import { call } from '../../api.ts'
import { FileLink } from '../../kit/upload/stored-file-view.tsx'
import { StatusTag } from '../../kit/status-tag.tsx'
import { ErrorState } from '../../kit/table/table-states.tsx'
import { Timeline } from '../../kit/timeline.tsx'
import { useCan } from '../../session.ts'
import { PaymentSteps } from './payment-steps.tsx'
import { allowanceKey, progressOf, sourceText, timelineOf, toneOf } from './wording.ts'
import { wan } from '../../kit/money.ts'
import css from './allowance.module.css'

/** One allowance: state and next step, facts, objections, history. `actions` are shown at the top for users who may act. */
export function AllowanceDrawer({
  id,
  onClose,
  actions,
  onObjection,
}: {
  id: number | null
  onClose(): void
  actions?: (detail: AllowanceDetail) => ReactNode
  onObjection?: (objectionId: number, detail: AllowanceDetail) => ReactNode
}) {
  const found = useQuery({
    queryKey: allowanceKey(id),
    queryFn: () => call(allowance.findById, { query: { id: id! } }, { silent: true }),
    enabled: id !== null,
    retry: false,
  })
  return (
    <Drawer title="补贴详情" open={id !== null} onClose={onClose} size={640}>
      {found.error ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : found.data ? (
        <Detail detail={found.data} actions={actions?.(found.data)} {...(onObjection ? { onObjection } : {})} />
      ) : (
        <p role="status">正在加载…</p>
      )}
    </Drawer>
  )
}

function Detail({
  detail: d,
  actions,
  onObjection,
}: {
  detail: AllowanceDetail
  actions: ReactNode
  onObjection?: (id: number, detail: AllowanceDetail) => ReactNode
}) {
  const staff = useCan()('direct:read')
  const { name, next } = progressOf(d)
  const facts: [string, ReactNode][] = [
    ['企业', `${d.companyName}（${d.code}）`],
    ['政策', d.policyTitle ?? '无'],
    ['年度', d.year],
    ['金额', wan(d.amount)],
    ['拨付部门', d.officeName ?? '无'],
    ['来源', sourceText(d.source)],
    ['公示期', d.publicFrom ? `${d.publicFrom} 至 ${d.publicTo}` : '无'],
    ['拨付日期', d.payDate ?? '无'],
    ['凭证号', d.voucher ?? '无'],
    ['审核意见', d.reviewOpinion ?? '无'],
    ['备注', d.note ?? '无'],
    ...(d.twinReason || d.twins.length > 0
      ? ([
          [
            '同一支持',
            [
              d.twins.length > 0 ? `另有 ${d.twins.map((t) => `编号 ${t.id} ${t.projectName}`).join('、')}` : '',
              d.twinReason ? `重复登记的理由：${d.twinReason}` : '',
            ]
              .filter(Boolean)
              .join('。'),
          ],
        ] as [string, ReactNode][])
      : []),
    ...(d.deleted ? ([['删除的原因', d.deletedReason ?? '无']] as [string, ReactNode][]) : []),
    ...(d.correction
      ? ([['待确认的更正', `金额改为 ${wan(d.correction.amount)}，${d.correction.byName}提出：${d.correction.reason}`]] as [
          string,
          ReactNode,
        ][])
      : []),
    ...(d.direct ? ([['收款账户', `${d.direct.bankName ?? '无'} ${d.direct.accountNo ?? ''}`]] as [string, ReactNode][]) : []),
  ]
  return (
    <div className={css.detail}>
      <h3>{d.projectName}</h3>
      <p>
        <StatusTag tone={toneOf(d.state)}>{name}</StatusTag> <span className="meta">{next}</span>
      </p>
      <PaymentSteps detail={d} />
      {d.direct && (
        <p>
          来自免申即享名单：
          {staff ? (
            <Link to={`/work/directList?id=${d.direct.listId}&row=${d.direct.rowId}`}>查看名单与依据</Link>
          ) : (
            <Link to={`/work/myDirect?id=${d.direct.rowId}`}>查看名单与依据</Link>
          )}
        </p>
      )}
      {actions && <div className={css.actions}>{actions}</div>}
      <dl className={css.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
      {d.files.length > 0 && (
        <>
          <h4>附件</h4>
          <ul>
            {d.files.map((f) => (
              <li key={f.filePath}>
                <FileLink filePath={f.filePath} name={f.fileName} />
              </li>
            ))}
          </ul>
        </>
      )}
      {d.objections.length > 0 && (
        <>
          <h4>异议</h4>
          <ul className={css.objections}>
            {d.objections.map((o) => (
              <li key={o.id}>
                <StatusTag
                  tone={o.state === objectionCodes.code.open ? 'waiting' : o.state === objectionCodes.code.upheld ? 'refused' : 'off'}
                >
                  {objectionLabels[o.state]}
                </StatusTag>{' '}
                {o.userName && <span>{o.userName}：</span>}
                {o.content}
                {o.reply && <p className="meta">核实结果：{o.reply}</p>}
                {o.answerable && onObjection && <p className={css.ways}>{onObjection(o.id, d)}</p>}
              </li>
            ))}
          </ul>
        </>
      )}
      <h4>办理过程</h4>
      <Timeline entries={timelineOf(d)} />
    </div>
  )
}
