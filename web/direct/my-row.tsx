import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { directMine, type MyDirectDetail } from '../../contract/direct.ts'
import { call } from '../api.ts'
import { StatusTag } from '../kit/status-tag.tsx'
import { ErrorState } from '../kit/table/table-states.tsx'
import { useActing } from '../session.ts'
import { toast } from '../toast.ts'
import { ConsentForm } from './consent-form.client.tsx'
import css from './direct.module.css'
import { OwnObjections } from './own-objections.tsx'
import { Evidence } from './reasons.tsx'
import { WordsDialog } from '../kit/dialog/words-dialog.tsx'
import { mine, rowTones } from './words.ts'
import { wan } from '../kit/money.ts'
import { FormDrawer } from '../kit/dialog/form-drawer.tsx'

/** One list that contains the company: amount, reasons, and the company's answer. */
export function MyRowDrawer({ id, onClose, onDone }: { id: number | null; onClose(): void; onDone(): unknown }) {
  const found = useQuery({
    queryKey: ['direct', 'mine', id],
    queryFn: () => call(directMine.findById, { query: { id: id! } }, { silent: true }),
    enabled: id !== null,
    retry: false,
  })
  return (
    <FormDrawer title="免申即享" open={id !== null} onClose={onClose} size={720}>
      {found.error ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : found.data ? (
        <Detail key={found.data.state} detail={found.data} onDone={onDone} />
      ) : (
        <p role="status">正在加载…</p>
      )}
    </FormDrawer>
  )
}

function Detail({ detail: d, onDone }: { detail: MyDirectDetail; onDone(): unknown }) {
  const [agreeing, setAgreeing] = useState(false)
  const [declining, setDeclining] = useState(false)
  const [objecting, setObjecting] = useState(false)
  const left = d.state === 'excluded'
  const acting = useActing()
  const { name, next } = mine(d)
  return (
    <div className={css.stack}>
      <h3>您被列入免申即享名单：{d.title}</h3>
      <p className={css.sum}>
        <strong className="num">{wan(d.amount)}</strong>
      </p>
      <p className={css.line}>
        <StatusTag tone={d.listState === 'cancelled' ? 'refused' : rowTones[d.state]}>{name}</StatusTag> {next}
      </p>
      {d.reason && <p>原因：{d.reason}</p>}
      <p className={css.note}>
        依据 <Link to={`/page/policyserverdetail?id=${d.policyId}`}>{d.policyTitle}</Link>，{d.year} 年，公示 {d.publicFrom} 至 {d.publicTo}
      </p>
      {d.allowanceId !== null && (
        <p>
          <Link to={`/work/mySubsidy?id=${d.allowanceId}`}>查看这笔补贴的拨付进度</Link>
        </p>
      )}
      {!d.consent && d.moves.includes('consent') && (
        <p className={css.over}>
          本企业已撤回档案授权，不能确认。<Link to="/work/enterpriseArchive">去授权</Link>
        </p>
      )}
      {acting && d.listState === 'announced' && <p className={css.note}>确认领取、收款账户和放弃由企业自己的账号办理。</p>}
      {!agreeing && (d.moves.length > 0 || d.canObject) && (
        <div className={css.actions}>
          {d.moves.includes('consent') && d.consent && (
            <Button type="primary" onClick={() => setAgreeing(true)}>
              确认领取
            </Button>
          )}
          {d.moves.includes('decline') && (
            <Button danger onClick={() => setDeclining(true)}>
              放弃
            </Button>
          )}
          {d.canObject && <Button onClick={() => setObjecting(true)}>{left ? '对剔除提出异议' : '对金额提出异议'}</Button>}
        </div>
      )}
      {agreeing && (
        <section className={css.panel} aria-labelledby="direct-consent">
          <div className={css.stack}>
            <h3 id="direct-consent">收款账户</h3>
            <p className={css.note}>收款户名：{d.companyName}（须与企业名称一致）</p>
            <ConsentForm detail={d} onCancel={() => setAgreeing(false)} onDone={onDone} />
          </div>
        </section>
      )}
      {d.bankName && !agreeing && (
        <dl className={css.facts}>
          {(
            [
              ['收款户名', d.companyName],
              ['开户银行', d.bankName],
              ['银行账号', d.accountNo],
              ['联系人', d.contactName],
              ['联系电话', d.contactPhone],
            ] as const
          ).map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd className="num">{value ?? '无'}</dd>
            </div>
          ))}
        </dl>
      )}
      <OwnObjections list={d.objections} />
      <h3>为什么有我</h3>
      <Evidence evidence={d.evidence} whose="本企业" />
      {objecting && (
        <WordsDialog
          title={left ? '对剔除提出异议' : '对金额提出异议'}
          draft={`direct-objection:${d.listId}:${left ? 'list' : d.id}`}
          label="异议内容（写明事实和依据）"
          empty="请填写异议内容"
          maxLength={500}
          okText="提交"
          note={
            <p>
              金额按本企业档案和冻结的规则计算。档案有误的，请先<Link to="/work/enterpriseArchive">更正企业档案</Link>
              ；异议成立的，部门按更正后的档案重新判定{left ? '' : '，金额更正后须重新确认'}。
            </p>
          }
          onClose={() => setObjecting(false)}
          onSend={async (content) => {
            await call(directMine.object, { body: { listId: d.listId, content, ...(left ? {} : { rowId: d.id }) } }, { silent: true })
            toast.success('异议已提交，答复会通知您')
            await onDone()
          }}
        />
      )}
      {declining && (
        <WordsDialog
          title="放弃本次补贴"
          draft={`direct-decline:${d.id}`}
          label="放弃的原因"
          empty="请填写放弃的原因"
          maxLength={200}
          okText="放弃"
          danger
          note={<p>放弃后，名单结束公示前可以改为确认；已填写的账户不再保留。</p>}
          onClose={() => setDeclining(false)}
          onSend={async (reason) => {
            await call(directMine.decline, { body: { id: d.id, reason } }, { silent: true })
            toast.success('已放弃')
            await onDone()
          }}
        />
      )}
    </div>
  )
}
