import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { whitelist } from '../../../contract/matching/whitelist.ts'
import { managed } from '../../../contract/policy/managed-policies.ts'
import { call, saveBlob, type BlobAnswer } from '../../api.ts'
import { fieldsOf, searchFields } from '../../kit/form/fields.ts'
import { PagedTable } from '../../kit/table/paged-table.tsx'
import { SearchBar, searchShape } from '../../kit/table/search-bar.tsx'
import { StatusTag } from '../../kit/status-tag.tsx'
import { importSource } from '../../kit/exchange/import-source.ts'
import { useRefreshList } from '../../kit/table/use-list.ts'
import { useCan } from '../../session.ts'
import { toast } from '../../toast.ts'
import { PolicySelect } from '../../kit/choose/policy-select.tsx'
import css from './manage.module.css'
import { useImportRows } from '../../shell/root-data.ts'
import { lazyPart } from '../../shell/lazy-part.tsx'

const LockEnterprises = lazyPart(() => import('../../kit/choose/lock-enterprises.tsx').then((m) => m.LockEnterprises))
const ImportJobDialog = lazyPart(() => import('../../kit/exchange/import-job.tsx').then((m) => m.ImportJobDialog))

const fields = fieldsOf(
  whitelist.list,
  { key: 'keyword', label: '关键词', on: ['search'], placeholder: '企业名称、信用代码' },
  { key: 'companyName', label: '企业名称', on: ['table'], card: 'title', width: 300 },
  { key: 'code', label: '统一社会信用代码', on: ['table'], width: 210 },
  {
    key: 'companyId',
    label: '平台企业',
    on: ['table'],
    width: 120,
    show: (row) => (row.companyId === null ? <StatusTag tone="off">未入驻</StatusTag> : <StatusTag tone="done">已入驻</StatusTag>),
  },
  { key: 'addBy', label: '列入人', on: ['table'], width: 140 },
  { key: 'addTime', label: '列入时间', kind: 'dateTime', on: ['table'], width: 180 },
)
const criteria = searchFields(fields)
const shape = searchShape(criteria)

/** The companies that a policy names: they are imported, notified, and shown at the policy. The verdict still comes from the rule alone. */
export function WhitelistManage() {
  const [params, setParams] = useSearchParams()
  const policyId = /^\d{1,15}$/.test(params.get('policyId') ?? '') ? Number(params.get('policyId')) : null
  const policy = useQuery({
    queryKey: ['whitelist', 'policy', policyId],
    queryFn: () => call(managed.findById, { query: { id: policyId! } }, { silent: true }),
    enabled: policyId !== null,
    retry: false,
  })
  return (
    <>
      <div style={{ width: 420, maxWidth: '100%', marginBottom: 16 }}>
        <PolicySelect
          among="all"
          value={policyId}
          title={policy.data?.policyTitle}
          onChange={(id) => setParams({ tab: 'whitelist', ...(id === null ? {} : { policyId: String(id) }) })}
        />
      </div>
      {policyId === null ? (
        <p className={css.empty}>先选择一项政策。列入名单的企业会收到通知，并在政策页看到“已列入企业名单”；是否符合仍按申报条件判定。</p>
      ) : (
        <Whitelist key={policyId} policyId={policyId} />
      )}
    </>
  )
}

function Whitelist({ policyId }: { policyId: number }) {
  const can = useCan()
  const list = `whitelist-${policyId}`
  const refresh = useRefreshList(list)
  const limit = useImportRows('whitelist')
  const [importing, setImporting] = useState(false)
  const [locking, setLocking] = useState(false)
  const edits = can('policy:edit')
  const template = async () => saveBlob((await call(whitelist.template, {})) as BlobAnswer)
  return (
    <>
      <SearchBar fields={criteria} shape={shape} />
      <PagedTable
        name={list}
        fields={fields}
        shape={shape}
        keyOf={(row) => row.code}
        endpoint={whitelist.list}
        asked={{ policyId }}
        tools={
          edits && (
            <>
              <Button type="primary" onClick={() => setImporting(true)}>
                导入名单
              </Button>
              {can('tag:read') && <Button onClick={() => setLocking(true)}>锁定企业</Button>}
              <Button onClick={() => void template().catch(() => {})}>下载模板</Button>
            </>
          )
        }
        actions={
          edits
            ? [
                {
                  label: '移出',
                  danger: true,
                  ask: (row) => ({ title: `把“${row.companyName}”移出名单？` }),
                  run: async (row) => {
                    await call(whitelist.remove, { body: { policyId, codes: [row.code] } })
                    toast.success('已移出名单')
                    await refresh()
                  },
                },
              ]
            : []
        }
        first={edits ? '这项政策还没有企业名单。可按标签锁定企业，或下载模板，填好后导入。' : '这项政策还没有企业名单。'}
      />
      <LockEnterprises
        open={locking}
        okText="列入名单"
        onClose={() => setLocking(false)}
        onLock={async (companies) => {
          const { added, already } = await call(
            whitelist.add,
            { body: { policyId, companyIds: companies.map((c) => c.id) } },
            { silent: true },
          )
          toast.success(already > 0 ? `已列入 ${added} 家，${already} 家原已在名单中` : `已列入 ${added} 家，并已通知`)
          await refresh()
        }}
      />
      <ImportJobDialog
        title="导入企业白名单"
        open={importing}
        onClose={() => setImporting(false)}
        source={importSource(whitelist.importRows)}
        params={{ policyId: String(policyId) }}
        limit={limit}
        onTemplate={template}
        onDone={refresh}
      />
    </>
  )
}
