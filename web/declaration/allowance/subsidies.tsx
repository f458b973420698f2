import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { allowance, type AllowanceDetail, type AllowanceRow } from '../../../contract/declaration/allowance.ts'
import { files } from '../../../contract/files.ts'
import { call, saveBlob, type BlobAnswer } from '../../api.ts'
import { ExportButton } from '../../kit/export-button.tsx'
import { exportSource, saveExport } from '../../kit/export-source.ts'
import { ImportJobDialog } from '../../kit/import-job.tsx'
import { readListState } from '../../kit/list-state.ts'
import { PagedTable } from '../../kit/paged-table.tsx'
import type { Selection } from '../../kit/selection.ts'
import { SearchBar } from '../../kit/search-bar.tsx'
import { useRefreshList } from '../../kit/use-list.ts'
import { useCan } from '../../session.ts'
import { toast } from '../../toast.ts'
import { AllowanceDrawer, allowanceKey } from './allowance-detail.tsx'
import { DecisionDialog, type Decision } from './decision-dialog.tsx'
import css from './allowance.module.css'
import { subsidyCriteria as criteria, subsidyFields as fields, subsidyShape as shape } from './subsidy-fields.tsx'
import { wan } from './wording.ts'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { FormDrawer } from '../../kit/form-drawer.tsx'
import { useImportRows } from '../../shell/root-data.ts'

const FromDeclaration = lazyPart(() => import('./from-declaration.tsx').then((m) => m.FromDeclaration))
const AllowanceForm = lazyPart(() => import('./allowance-form.client.tsx').then((m) => m.AllowanceForm))

const LIST = 'subsidies'
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
  const figures = useQuery({
    queryKey: ['allowance', 'statistics'],
    queryFn: () => call(allowance.statistics, { query: {} }, { silent: true }),
    retry: false,
  })
  const declare = /^\d{1,15}$/.test(params.get('declare') ?? '') ? Number(params.get('declare')) : null
  const id = /^\d{1,15}$/.test(params.get('id') ?? '') ? Number(params.get('id')) : null
  const open = (next: number | null) =>
    setParams((now) => {
      const to = new URLSearchParams(now)
      if (next === null) to.delete('id')
      else to.set('id', String(next))
      return to
    })
  const leaveDeclaration = () =>
    setParams((now) => {
      const to = new URLSearchParams(now)
      to.delete('declare')
      return to
    })
  const refresh = () => Promise.all([refreshList(), client.invalidateQueries({ queryKey: ['allowance'] })])
  const manages = can('allowance:manage')
  const { filters } = readListState(params, shape)
  const t = figures.data?.totals
  const removeAll = async (ids: readonly number[]) => {
    await call(allowance.removeBatch, { body: { ids: ids.join(',') } })
    toast.success('删除成功')
    await refresh()
  }
  const batch = (run: (ids: readonly number[]) => Promise<void>) => async (selection: Selection, _count: number, clear: () => void) => {
    // Never: everything is not offered here.
    if (selection.all) return
    await run(selection.ids.map(Number))
    clear()
  }
  return (
    <>
      {t && (
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
      )}
      <SearchBar fields={criteria} shape={shape} />
      <PagedTable
        name={LIST}
        fields={fields}
        shape={shape}
        endpoint={allowance.list}
        tools={
          manages && (
            <>
              <Button type="primary" onClick={() => setEditing('new')}>
                登记补贴
              </Button>
              <Button onClick={() => setImporting(true)}>导入</Button>
              <ExportButton title="补贴" source={exportSource('allowance', filters)} onDownload={saveExport} />
            </>
          )
        }
        {...(manages
          ? {
              choosing: {
                noEverything: true as const,
                can: (row: AllowanceRow) => row.state === 0 || row.state === 2 || (row.state === 1 && row.publicity === 'none'),
                batch: [
                  {
                    label: '公示',
                    ownQuestion: true as const,
                    run: (selection: Selection, count: number, clear: () => void) =>
                      !selection.all && setDecision({ kind: 'publicise', ids: selection.ids.map(Number), title: `${count} 笔补贴`, clear }),
                  },
                  {
                    label: '删除',
                    danger: true as const,
                    effect: '只能删除待审核、未通过的补贴，有一条不能删则都不删。',
                    run: batch(removeAll),
                  },
                ],
              },
            }
          : {})}
        actions={[
          { label: '查看', run: (row) => open(row.id) },
          {
            label: '删除',
            danger: true,
            when: (row) => manages && (row.state === 0 || row.state === 2),
            ask: (row) => ({
              title: `确定删除“${row.projectName}”吗？`,
              effect: `${row.companyName} ${row.year} 年 ${wan(row.amount)}，删除后不能恢复。`,
            }),
            run: (row) => removeAll([row.id]),
          },
        ]}
        first={manages ? '还没有补贴。可以登记一笔，或用模板批量导入。' : '还没有补贴。'}
      />
      <AllowanceDrawer
        id={id}
        onClose={() => open(null)}
        actions={(d) => (
          <>
            {d.moves.includes('approve') && (
              <Button type="primary" onClick={() => setDecision({ kind: 'review', detail: d })}>
                审核
              </Button>
            )}
            {d.moves.includes('change') && <Button onClick={() => setEditing(d)}>修改</Button>}
            {d.moves.includes('publicise') && (
              <Button
                onClick={() =>
                  setDecision({ kind: 'publicise', ids: [d.id], title: `${d.companyName}：${d.projectName}，${wan(d.amount)}` })
                }
              >
                公示
              </Button>
            )}
            {d.moves.includes('pay') && (
              <Button type="primary" onClick={() => setDecision({ kind: 'pay', detail: d })}>
                登记拨付
              </Button>
            )}
            {d.moves.includes('correct') && <Button onClick={() => setDecision({ kind: 'correct', detail: d })}>更正拨付登记</Button>}
          </>
        )}
        {...(can('allowance:review')
          ? {
              onObjection: (objectionId: number) => (
                <Button size="small" onClick={() => setDecision({ kind: 'resolve', objectionId })}>
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
      {declare !== null && manages && <FromDeclaration id={declare} onClose={leaveDeclaration} onSaved={refresh} />}
      <ImportJobDialog
        title="导入补贴"
        open={importing}
        onClose={() => setImporting(false)}
        endpoint={allowance.importRows}
        params={{}}
        limit={limit}
        onTemplate={async () => saveBlob((await call(files.downloadTemplate, { query: { code: 'allowance' } })) as BlobAnswer)}
        onDone={refresh}
      />
      {decision && (
        <DecisionDialog
          decision={decision}
          onClose={() => setDecision(null)}
          onDone={async () => {
            setDecision(null)
            await Promise.all([refresh(), client.invalidateQueries({ queryKey: allowanceKey(id) })])
          }}
        />
      )}
    </>
  )
}
