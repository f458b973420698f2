import { useQuery } from '@tanstack/react-query'
import { Button, Drawer, Input, Modal } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { directStaff, type DirectRowDetail } from '../../contract/direct.ts'
import { directOrigins, directRowLabels } from '../../contract/direct/states.ts'
import { messages } from '../../contract/messages.ts'
import { call } from '../api.ts'
import { readFailure } from '../kit/failure.ts'
import { StatusTag } from '../kit/status-tag.tsx'
import { ErrorState } from '../kit/table/table-states.tsx'
import { useCan } from '../session.ts'
import css from './direct.module.css'
import { Evidence } from './reasons.tsx'
import { rowTones } from './words.ts'
import { wan } from '../kit/money.ts'
import { useLoggedInAgain } from '../kit/form/shown-failure.ts'

export const rowKey = (id: number | null) => ['direct', 'row', id] as const
type Payee = 'accountNo' | 'contactName' | 'contactPhone'

/** One company of a list: reasons, amount, answer and bank account. */
export function RowDrawer({ id, onClose }: { id: number | null; onClose(): void }) {
  const found = useQuery({
    queryKey: rowKey(id),
    queryFn: () => call(directStaff.row, { query: { id: id! } }, { silent: true }),
    enabled: id !== null,
    retry: false,
  })
  return (
    <Drawer title="名单依据" open={id !== null} onClose={onClose} size={720}>
      {found.error ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : found.data ? (
        <Row row={found.data} />
      ) : (
        <p role="status">正在加载…</p>
      )}
    </Drawer>
  )
}

function Row({ row: r }: { row: DirectRowDetail }) {
  const can = useCan()
  const [revealing, setRevealing] = useState<Payee | null>(null)
  const payee: [Payee, string, string | null][] = [
    ['accountNo', '收款账号', r.accountNo],
    ['contactName', '联系人', r.contactName],
    ['contactPhone', '联系电话', r.contactPhone],
  ]
  return (
    <div className={css.stack}>
      <h3>{r.companyName}</h3>
      <p className={css.line}>
        <StatusTag tone={rowTones[r.state]}>{directRowLabels[r.state]}</StatusTag>
        <strong className="num">{wan(r.amount)}</strong>
        <span className="meta">{directOrigins[r.origin]}</span>
      </p>
      {r.reason && <p>原因：{r.reason}</p>}
      {r.duplicate && <p className={css.over}>该企业同年度已有本政策的其他补贴，请核对是否重复。</p>}
      {r.allowanceId !== null && (
        <p>
          <Link to={`/work/subsidies?id=${r.allowanceId}`}>查看移交的补贴（编号 {r.allowanceId}）</Link>
        </p>
      )}
      {r.bankName && (
        <dl className={css.facts}>
          <div>
            <dt>收款户名</dt>
            <dd>{r.companyName}</dd>
          </div>
          <div>
            <dt>开户银行</dt>
            <dd>{r.bankName}</dd>
          </div>
          {payee.map(([field, label, value]) => (
            <div key={field}>
              <dt>{label}</dt>
              <dd className="num">
                {value ?? '无'}{' '}
                {value && can('direct:manage') && (
                  <Button size="small" onClick={() => setRevealing(field)}>
                    查看完整<span className="visually-hidden">{label}</span>
                  </Button>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {r.evidence ? (
        <Evidence evidence={r.evidence} whose="企业" />
      ) : (
        <p className={css.over}>企业已撤回档案授权，依据不再显示。企业重新授权或确认本名单后可查看。</p>
      )}
      <p className={css.hash}>
        依据校验值（SM3）{r.evidenceHash}：{r.intact ? '与生成时一致' : '与生成时不一致'}
      </p>
      {revealing && <Reveal id={r.id} field={revealing} onClose={() => setRevealing(null)} />}
    </div>
  )
}

/** Asks for a reason, then shows the whole value; the audit log records both. */
function Reveal({ id, field, onClose }: { id: number; field: Payee; onClose(): void }) {
  const [reason, setReason] = useState('')
  const [value, setValue] = useState<string | null>(null)
  const [wrong, setWrong] = useState<string | null>(null)
  useLoggedInAgain(() => setWrong(null))
  const show = async () => {
    try {
      setValue((await call(directStaff.reveal, { body: { id, field, reason } }, { silent: true })).value)
      setWrong(null)
    } catch (error) {
      const failure = readFailure(error)
      setWrong(failure.fields[0]?.message ?? failure.message)
    }
  }
  return (
    <Modal
      open
      title="查看完整信息"
      onCancel={onClose}
      onOk={() => (value === null ? void show() : onClose())}
      okText={value === null ? messages.confirm : '关闭'}
      cancelText={messages.cancel}
    >
      {value === null ? (
        <div className={css.stack}>
          <label htmlFor="reveal-reason">查看原因（记入审计）</label>
          <Input id="reveal-reason" maxLength={200} value={reason} onChange={(e) => setReason(e.target.value)} />
          {wrong && (
            <p role="alert" style={{ color: 'var(--error)' }}>
              {wrong}
            </p>
          )}
        </div>
      ) : (
        <p className="num">{value}</p>
      )}
    </Modal>
  )
}
