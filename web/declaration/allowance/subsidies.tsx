import { allowanceStates } from '../../../contract/declaration/allowance-states.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { allowance, type AllowanceDetail, type AllowanceRow } from '../../../contract/declaration/allowance.ts'
import type { Data } from '../../../contract/endpoint.ts'
import type { BatchResult } from '../../../contract/batch.ts'
import { files } from '../../../contract/files.ts'
import { call, saveBlob, type BlobAnswer } from '../../api.ts'
import { ExportButton } from '../../kit/exchange/export-button.tsx'
import { exportSource } from '../../kit/exchange/export-source.ts'
import { readListState } from '../../kit/table/list-state.ts'
import { PagedTable } from '../../kit/table/paged-table.tsx'
import { BatchResults } from '../../kit/table/batch-results.tsx'
import { ownVersion, useShownRows } from '../../kit/table/shown-rows.ts'
import type { Selection } from '../../kit/table/selection.ts'
import { SearchBar } from '../../kit/table/search-bar.tsx'
import { importSource } from '../../kit/exchange/import-source.ts'
import { useRefreshList } from '../../kit/table/use-list.ts'
import { useCan } from '../../session.ts'
import type { Removing } from './remove-dialog.tsx'
import type { Decision } from './send-decision.ts'
import css from './allowance.module.css'
import { subsidyCriteria as criteria, subsidyFields as fields, subsidyShape as shape } from './subsidy-fields.tsx'
import { wan } from '../../kit/money.ts'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { FormDrawer } from '../../kit/dialog/form-drawer.tsx'
import { useImportRows } from '../../shell/root-data.ts'

const ImportJobDialog = lazyPart(() => import('../../kit/exchange/import-job.tsx').then((m) => m.ImportJobDialog))
const AllowanceDrawer = lazyPart(() => import('./allowance-detail.tsx').then((m) => m.AllowanceDrawer))
const DecisionDialog = lazyPart(() => import('./decision-dialog.tsx').then((m) => m.DecisionDialog))
const RemoveDialog = lazyPart(() => import('./remove-dialog.tsx').then((m) => m.RemoveDialog))
const FromDeclaration = lazyPart(() => import('./from-declaration.tsx').then((m) => m.FromDeclaration))
const PaymentFigures = lazyPart(() => import('./payment-figures.tsx').then((m) => m.PaymentFigures))
const PaymentTools = lazyPart(() => import('./payment-tools.tsx').then((m) => m.PaymentTools))
const AllowanceForm = lazyPart(() => import('./allowance-form.client.tsx').then((m) => m.AllowanceForm))

const LIST = 'subsidies'
const idIn = (params: URLSearchParams, key: string) => (/^\d{1,15}$/.test(params.get(key) ?? '') ? Number(params.get(key)) : null)

/** 补贴管理: entered, imported, reviewed, published, paid; `?id=` opens one. */
export default function Subsidies() {
  const [params, setParams] = useSearchParams()
  const can = useCan()
  const client = useQueryClient()
  const refreshList = useRefreshList(LIST)
  const [editing, setEditing] = useState<AllowanceDetail | 'new' | null>(null)
  const limit = useImportRows('allowance')
  const [importing, setImporting] = useState(false)
  const [decision, setDecision] = useState<Decision | null>(null)
  const [removing, setRemoving] = useState<Removing | null>(null)
  const [refused, setRefused] = useState<BatchResult | null>(null)
  const shownRows = useShownRows(LIST, ownVersion)
  const figures = useQuery({
    queryKey: ['allowance', 'statistics'],
    queryFn: () => call(allowance.statistics, { query: {} }, { silent: true }),
    retry: false,
  })
  const declare = idIn(params, 'declare')
  const id = idIn(params, 'id')
  const goTo = (key: 'id' | 'declare', next: number | null) =>
    setParams((now) => {
      const to = new URLSearchParams(now)
      if (next === null) to.delete(key)
      else to.set(key, String(next))
      return to
    })
  const refresh = () => Promise.all([refreshList(), client.invalidateQueries({ queryKey: ['allowance'] })])
  const manages = can('allowance:manage')
  const pays = can('allowance:pay')
  const { filters } = readListState(params, shape)
  return (
    <>
      <SearchBar fields={criteria} shape={shape} />
      <PagedTable
        name={LIST}
        fields={fields}
        shape={shape}
        endpoint={allowance.list}
        tools={
          // Somebody who both registers and pays has the tools of both roles.
          <>
            {manages && (
              <>
                <Button type="primary" onClick={() => setEditing('new')}>
                  登记补贴
                </Button>
                <Button onClick={() => setImporting(true)}>导入</Button>
                <ExportButton title="补贴" source={exportSource('allowance', filters)} />
              </>
            )}
            {pays && <PaymentTools onDone={refresh} />}
          </>
        }
        {...(manages ? { choosing: choosing(shownRows, setDecision, setRemoving) } : {})}
        actions={[
          { label: '查看', open: (row) => goTo('id', row.id) },
          {
            label: '删除',
            danger: true,
            when: (row) => manages && (row.state === allowanceStates.pending || row.state === allowanceStates.refused),
            open: (row) => setRemoving({ ids: [row.id], title: `${row.companyName}：${row.projectName}，${wan(row.amount)}` }),
          },
        ]}
        first={manages ? '还没有补贴。可以登记一笔，或用模板批量导入。' : '还没有补贴。'}
      />
      {figures.data && <Year totals={figures.data.totals} />}
      <PaymentFigures pays={pays} />
      <AllowanceDrawer
        id={id}
        onClose={() => goTo('id', null)}
        actions={(d) => <Moves detail={d} onDecide={setDecision} onEdit={() => setEditing(d)} />}
        {...(can('allowance:review')
          ? {
              onObjection: (objectionId: number, { version }: AllowanceDetail) => (
                <Button size="small" onClick={() => setDecision({ kind: 'resolve', objectionId, version })}>
                  登记核实结果
                </Button>
              ),
            }
          : {})}
      />
      <FormDrawer title={editing === 'new' ? '登记补贴' : '修改补贴'} open={editing !== null} onClose={() => setEditing(null)} size={720}>
        {editing && (
          <AllowanceForm
            start={editing === 'new' ? null : editing}
            onCancel={() => setEditing(null)}
            onSaved={async () => {
              setEditing(null)
              await refresh()
            }}
          />
        )}
      </FormDrawer>
      {declare !== null && manages && <FromDeclaration id={declare} onClose={() => goTo('declare', null)} onSaved={refresh} />}
      <ImportJobDialog
        title="导入补贴"
        open={importing}
        onClose={() => setImporting(false)}
        source={importSource(allowance.importRows)}
        params={{}}
        limit={limit}
        onTemplate={async () => saveBlob((await call(files.downloadTemplate, { query: { code: 'allowance' } })) as BlobAnswer)}
        onDone={refresh}
      />
      {removing && <RemoveDialog removing={removing} onClose={() => setRemoving(null)} onDone={refresh} />}
      {refused && <BatchResults label="公示" what="补贴" outcome={refused} onClose={() => setRefused(null)} />}
      {decision && (
        <DecisionDialog
          decision={decision}
          onClose={() => setDecision(null)}
          onDone={async (refusedRows) => {
            setDecision(null)
            if (refusedRows) setRefused(refusedRows)
            await refresh()
          }}
        />
      )}
    </>
  )
}

/** The actions on several selected rows. */
const choosing = (
  shownRows: ReturnType<typeof useShownRows>,
  decide: (decision: Decision) => void,
  remove: (removing: Removing) => void,
) => ({
  noEverything: true as const,
  can: (row: AllowanceRow) =>
    row.state === allowanceStates.pending
    || row.state === allowanceStates.refused
    || (row.state === allowanceStates.approved && row.publicity === 'none'),
  batch: [
    {
      label: '公示',
      ownQuestion: true as const,
      run: (selection: Selection, count: number, clear: () => void) =>
        !selection.all && decide({ kind: 'publicise', items: shownRows(selection.ids), title: `${count} 笔补贴`, clear }),
    },
    {
      label: '删除',
      danger: true as const,
      ownQuestion: true as const,
      run: (selection: Selection, count: number, clear: () => void) =>
        !selection.all && remove({ ids: selection.ids.map(Number), title: `${count} 笔补贴`, clear }),
    },
  ],
})

/** The totals of the year. */
const Year = ({ totals: t }: { totals: Data<typeof allowance.statistics>['totals'] }) => (
  <p className={css.figures}>
    <span>
      近一年 <strong className="num">{t.count}</strong> 笔、<strong className="num">{wan(t.amount)}</strong>
    </span>
    <span>
      已拨付 <strong className="num">{t.paidCount}</strong> 笔、<strong className="num">{wan(t.paidAmount)}</strong>
    </span>
    <span>
      待审核 <strong className="num">{t.pending}</strong> 笔
    </span>
  </p>
)

interface MovesProps {
  detail: AllowanceDetail
  onDecide(decision: Decision): void
  onEdit(): void
}
/** The user's actions on one allowance. */
const Moves = ({ detail: d, onDecide, onEdit }: MovesProps) => (
  <>
    {d.allowed.includes('approve') && (
      <Button type="primary" onClick={() => onDecide({ kind: 'review', detail: d })}>
        审核
      </Button>
    )}
    {d.allowed.includes('change') && <Button onClick={onEdit}>修改</Button>}
    {d.allowed.includes('publicise') && (
      <Button
        onClick={() =>
          onDecide({
            kind: 'publicise',
            items: [{ id: d.id, version: d.version }],
            title: `${d.companyName}：${d.projectName}，${wan(d.amount)}`,
          })
        }
      >
        公示
      </Button>
    )}
    {d.allowed.includes('pay') && (
      <Button type="primary" onClick={() => onDecide({ kind: 'pay', detail: d })}>
        登记拨付
      </Button>
    )}
    {d.allowed.includes('correct') && <Button onClick={() => onDecide({ kind: 'correct', detail: d })}>更正拨付登记</Button>}
    {d.allowed.includes('confirm') && (
      <Button type="primary" onClick={() => onDecide({ kind: 'confirm', detail: d })}>
        确认金额更正
      </Button>
    )}
  </>
)
