import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { ScrollingTable } from '../../kit/table/scrolling-table.tsx'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { goldenCases, type CaseOutcome, type GoldenCase } from '../../../contract/matching/forms.ts'
import { verdicts } from '../../../contract/matching.ts'
import { managed } from '../../../contract/policy/managed-policies.ts'
import { call } from '../../api.ts'
import { readFailure } from '../../kit/failure.ts'
import { ErrorState } from '../../kit/table/table-states.tsx'
import { useCan } from '../../session.ts'
import { ask } from '../../shell/confirm.tsx'
import { toast } from '../../toast.ts'
import { CaseDialog } from './case-dialog.tsx'
import { PolicySelect } from '../../kit/choose/policy-select.tsx'
import css from './manage.module.css'

const money = (wan: number | null) => (wan === null ? '' : `，${wan} 万元`)

/** Stored cases of a policy: the expected result and the present one. A rule cannot be saved while it contradicts a case. */
export function CaseManage() {
  const [params, setParams] = useSearchParams()
  const can = useCan()
  const client = useQueryClient()
  const [open, setOpen] = useState<GoldenCase | 'new' | null>(null)
  const policyId = /^\d{1,15}$/.test(params.get('policyId') ?? '') ? Number(params.get('policyId')) : null
  const key = ['goldenCases', policyId]
  const cases = useQuery({
    queryKey: key,
    queryFn: async () => {
      const list = await call(goldenCases.list, { query: { policyId: policyId! } }, { silent: true })
      // A policy without a rule in force has no results yet.
      const outcomes = await call(goldenCases.run, { body: { policyId: policyId! } }, { silent: true }).catch(() => [] as CaseOutcome[])
      return { list, outcomes: new Map(outcomes.map((o) => [o.caseId, o])) }
    },
    enabled: policyId !== null,
    retry: false,
  })
  const policy = useQuery({
    queryKey: ['goldenCases', 'policy', policyId],
    queryFn: () => call(managed.findById, { query: { id: policyId! } }, { silent: true }),
    enabled: policyId !== null,
    retry: false,
  })
  const refresh = () => client.invalidateQueries({ queryKey: key })
  const remove = async (row: GoldenCase) => {
    if ((await ask({ text: `确定删除样例“${row.name}”吗？`, confirm: '删除' })) !== 'confirm') return
    try {
      await call(goldenCases.remove, { body: { id: row.id } }, { silent: true })
      toast.success('删除成功')
      await refresh()
    } catch (error) {
      toast.error(readFailure(error).message)
    }
  }
  const edits = can('policy:edit')
  return (
    <>
      <div className={css.line} style={{ marginBottom: 16 }}>
        <div style={{ width: 420, maxWidth: '100%' }}>
          <PolicySelect
            among="all"
            value={policyId}
            title={policy.data?.policyTitle}
            onChange={(id) => setParams({ tab: 'cases', ...(id === null ? {} : { policyId: String(id) }) })}
          />
        </div>
        {edits && policyId !== null && (
          <Button type="primary" onClick={() => setOpen('new')}>
            新增样例
          </Button>
        )}
      </div>
      {policyId === null ? (
        <p className={css.empty}>先选择一项政策。样例是编辑心中有数的企业：规则改动时逐个重算，结果与预期不符就不能保存。</p>
      ) : cases.error ? (
        <ErrorState error={cases.error} onRetry={() => void cases.refetch()} />
      ) : (
        <ScrollingTable<GoldenCase>
          rowKey="id"
          loading={cases.isPending}
          dataSource={cases.data?.list ?? []}
          pagination={false}
          scroll={{ x: 900 }}
          locale={{ emptyText: <span className={css.empty}>这项政策还没有样例</span> }}
          columns={[
            { title: '样例', dataIndex: 'name', width: 200 },
            {
              title: '预期',
              width: 180,
              render: (_, row) => `${verdicts[row.expect]}${money(row.amount)}${row.applyDate ? `（${row.applyDate} 申报）` : ''}`,
            },
            { title: '现在', width: 240, render: (_, row) => <Outcome outcome={cases.data?.outcomes.get(row.id)} /> },
            { title: '备注', dataIndex: 'note', render: (note: string | null) => note ?? '无' },
            ...(edits
              ? [
                  {
                    title: '操作',
                    width: 140,
                    render: (_: unknown, row: GoldenCase) => (
                      <>
                        <Button type="link" size="small" onClick={() => setOpen(row)}>
                          修改
                        </Button>
                        <Button type="link" size="small" danger onClick={() => void remove(row)}>
                          删除
                        </Button>
                      </>
                    ),
                  },
                ]
              : []),
          ]}
        />
      )}
      {open && policyId !== null && (
        <CaseDialog policyId={policyId} start={open === 'new' ? null : open} onClose={() => setOpen(null)} onSaved={refresh} />
      )}
    </>
  )
}

const Outcome = ({ outcome }: { outcome: CaseOutcome | undefined }) =>
  outcome ? (
    <span className={outcome.agrees ? css.agree : css.differ}>
      {outcome.agrees ? '✓ 一致：' : '✕ 不一致：'}
      {verdicts[outcome.verdict]}
      {money(outcome.amount)}
      {!outcome.agrees && outcome.because.length > 0 && `（${outcome.because.join('、')}）`}
    </span>
  ) : (
    <span className={css.note}>没有生效的规则</span>
  )
