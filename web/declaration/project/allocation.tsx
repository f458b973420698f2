import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Input, Popconfirm, Select } from 'antd'
import { useState } from 'react'
import { allocation, type AllocationPreview } from '../../../contract/declaration/allocation.ts'
import { call } from '../../api.ts'
import { readFailure } from '../../kit/failure.ts'
import { ErrorState } from '../../kit/table/table-states.tsx'
import { toast } from '../../toast.ts'
import { localMinute } from '../../kit/date/local-time.ts'
import { AllocationTable } from './allocation-table.tsx'
import css from './project.module.css'

/** 资金分配: the sum of each applicant of a project once all are known; calculated and frozen here. */
export function Allocation({ projectId, name, onClose }: { projectId: number; name: string; onClose(): void }) {
  const query = useQuery({
    queryKey: ['allocation', projectId],
    queryFn: () => call(allocation.preview, { query: { projectId } }, { silent: true }),
    retry: false,
    gcTime: 0,
  })
  return (
    <section aria-label="资金分配">
      <h1 className={css.title}>资金分配{name && `：${name}`}</h1>
      <Button style={{ marginBottom: 12 }} onClick={onClose}>
        返回项目列表
      </Button>
      {query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : query.data ? (
        <Calculated projectId={projectId} preview={query.data} />
      ) : (
        <p role="status">正在测算…</p>
      )}
    </section>
  )
}

function Calculated({ projectId, preview }: { projectId: number; preview: AllocationPreview }) {
  const client = useQueryClient()
  const [shown, setShown] = useState<number>(0)
  const [reason, setReason] = useState('')
  const [failure, setFailure] = useState('')
  const [busy, setBusy] = useState(false)
  const kept = useQuery({
    queryKey: ['allocation', projectId, shown],
    queryFn: () => call(allocation.list, { query: { projectId, no: shown } }, { silent: true }),
    enabled: shown > 0,
    retry: false,
  })
  if (preview.sentence === null)
    return (
      <Alert
        type="info"
        showIcon
        title="这项政策符合条件的都给足，不需要分配。要按预算、名额或排名分配的，请在政策规则的“多家申报时”中选择。"
      />
    )
  const again = () => client.invalidateQueries({ queryKey: ['allocation', projectId] })
  const freeze = async () => {
    setBusy(true)
    setFailure('')
    try {
      const { no } = await call(allocation.freeze, { body: { projectId, seen: preview.seen, reason } }, { silent: true })
      toast.success(`已冻结第 ${no} 版`)
      setReason('')
      await again()
    } catch (error) {
      const { message, fields } = readFailure(error)
      setFailure(fields[0]?.message ?? message)
    } finally {
      setBusy(false)
    }
  }
  const first = preview.frozen.length === 0
  return (
    <>
      <p>分配方式：{preview.sentence}</p>
      <p>
        共 {preview.rows.length} 家，可核定 {preview.asked} 万元，按此分配 <strong>{preview.given} 万元</strong>
        {preview.budget !== null && `，预算 ${preview.budget} 万元`}
        {preview.returned > 0 && `；另有 ${preview.returned} 家退回补正中，未计入`}
      </p>
      {preview.frozen.length > 0 && (
        <div style={{ marginBottom: 12 }}>
          <Select
            style={{ width: 420, maxWidth: '100%' }}
            aria-label="看哪一版"
            value={shown}
            options={[
              { value: 0, label: '现在的测算' },
              ...preview.frozen.map((f) => ({
                value: f.no,
                label: `第 ${f.no} 版：${localMinute(f.at)} ${f.byName ?? ''}，${f.count} 家 ${f.total} 万元${f.reason ? `，${f.reason}` : ''}`,
              })),
            ]}
            onChange={setShown}
          />
        </div>
      )}
      {shown > 0 ? (
        kept.isError ? (
          <ErrorState error={kept.error} onRetry={() => void kept.refetch()} />
        ) : kept.data ? (
          <>
            <p className="meta">
              {kept.data.sentence}。校验值 <span className="num">{kept.data.checksum}</span>
            </p>
            <AllocationTable rows={kept.data.rows} ranked={kept.data.rows.some(({ figure }) => figure !== null)} />
          </>
        ) : (
          <p role="status">正在读取这一版…</p>
        )
      ) : (
        <>
          <AllocationTable rows={preview.rows} ranked={preview.way === 'rank'} />
          {preview.held ? (
            <Alert type="info" showIcon title={preview.held} />
          ) : preview.same ? (
            <Alert type="success" showIcon title={`与第 ${preview.frozen[0]!.no} 版相同，已冻结；审核决定按这份名单。`} />
          ) : (
            <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8, alignItems: 'center' }}>
              {!first && (
                <Input
                  style={{ width: 360, maxWidth: '100%' }}
                  aria-label="重新冻结的原因"
                  placeholder="重新冻结的原因"
                  maxLength={300}
                  value={reason}
                  onChange={(e) => setReason(e.target.value)}
                />
              )}
              <Popconfirm
                title="冻结这份名单？"
                description="审核决定的金额以它为限；以后可以重新冻结，每一版都保留。"
                okText="冻结"
                cancelText="再看看"
                onConfirm={() => void freeze()}
              >
                <Button type="primary" loading={busy}>
                  {first ? '冻结名单' : '重新冻结'}
                </Button>
              </Popconfirm>
              <Button onClick={() => void again()}>重新测算</Button>
            </div>
          )}
          {failure && (
            <p role="alert" style={{ color: 'var(--error)' }}>
              {failure}
            </p>
          )}
        </>
      )}
    </>
  )
}
