import { Button, Skeleton } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { managed, type ManagedPolicy } from '../../../contract/policy.ts'
import { ExportButton } from '../../kit/exchange/export-button.tsx'
import { exportSource } from '../../kit/exchange/export-source.ts'
import { searchFields } from '../../kit/form/fields.ts'
import { PagedTable } from '../../kit/table/paged-table.tsx'
import { SearchBar, searchShape } from '../../kit/table/search-bar.tsx'
import { useListAddress } from '../../kit/table/use-list.ts'
import { ToldDrawer } from '../../kit/told.tsx'
import { useCan } from '../../session.ts'
import { withChunkTimeout } from '../../shell/chunks.ts'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { policyFields } from './fields.tsx'
import { usePolicyMoves } from './policy-moves.tsx'

// The import form is loaded separately (JavaScript budget of a table page).
const PolicyImport = lazyPart(() => import('./policy-import.tsx').then((m) => m.PolicyImport))
const PolicyEditor = lazy(withChunkTimeout(() => import('./policy-editor.client.tsx')))

const LIST = 'policyserveradmin'
const fields = policyFields((row) => `/work/policyserveradmin?id=${row.id}`)
const shape = searchShape(searchFields(fields))

/** 政策管理: the list, or the editor of the policy in the address. */
export default function ManagePolicies() {
  const [params] = useSearchParams()
  const can = useCan()
  const { state } = useListAddress(shape)
  const { move, batch, dialogs } = usePolicyMoves(LIST)
  const [importing, setImporting] = useState(false)
  const [told, setTold] = useState<ManagedPolicy | null>(null)
  const id = params.get('id')
  const copy = params.get('copy')
  if (id)
    return (
      <Suspense fallback={<Skeleton active />}>
        <PolicyEditor key={`${id} ${copy}`} id={id === 'new' ? null : Number(id)} copyOf={id === 'new' && copy ? Number(copy) : null} />
      </Suspense>
    )
  const edits = can('policy:edit')
  return (
    <>
      <SearchBar fields={searchFields(fields)} shape={shape} />
      <PagedTable
        name={LIST}
        first="还没有政策。先新增一项政策，写好条件与金额，审核通过后上架。"
        fields={fields}
        shape={shape}
        endpoint={managed.list}
        actions={[
          move.edit,
          move.publish,
          move.withdraw,
          move.takeUp,
          move.takeDown,
          move.schedule,
          move.pin,
          move.newProject,
          move.repeal,
          { label: '告知记录', open: (row) => setTold(row) },
          move.delete,
        ]}
        {...(edits ? { choosing: { batch: batch(['publish', 'takeUp', 'takeDown', 'delete']) } } : {})}
        tools={
          <>
            {edits && (
              <Link to="/work/policyserveradmin?id=new">
                <Button type="primary">新增政策</Button>
              </Link>
            )}
            {edits && <Button onClick={() => setImporting(true)}>表格导入</Button>}
            {can('export:run') && <ExportButton title="导出政策" source={exportSource('policy', state.filters)} />}
          </>
        }
      />
      {dialogs}
      {told && <ToldDrawer kind="policy" id={told.id} name={told.policyTitle} onClose={() => setTold(null)} />}
      {edits && <PolicyImport list={LIST} open={importing} onClose={() => setImporting(false)} />}
    </>
  )
}
