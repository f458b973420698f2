import { Button } from 'antd'
import { useState } from 'react'
import { documents, policyStateCodes, policyStateLabels, stateOptions, type PolicyDocument } from '../../../contract/policy.ts'
import { call } from '../../api.ts'
import { ExportButton } from '../../kit/exchange/export-button.tsx'
import { exportSource } from '../../kit/exchange/export-source.ts'
import { fieldsOf, searchFields } from '../../kit/form/fields.ts'
import { PagedTable } from '../../kit/table/paged-table.tsx'
import { ReviewDialog } from '../../kit/dialog/review-dialog.tsx'
import type { RowAction } from '../../kit/table/row-actions.tsx'
import { SearchBar, searchShape } from '../../kit/table/search-bar.tsx'
import { StatusTag } from '../../kit/status-tag.tsx'
import { FileLink } from '../../kit/upload/stored-file-view.tsx'
import { useListAddress, useRefreshList } from '../../kit/table/use-list.ts'
import { useCan } from '../../session.ts'
import { toast } from '../../toast.ts'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { useDocumentBatch } from './document-batch.tsx'
import { usePublishesAtOnce } from './review-words.ts'

const DocumentDialog = lazyPart(() => import('./document-dialog.client.tsx').then((m) => m.DocumentDialog))

const LIST = 'policyfilemanage'
const fields = fieldsOf(
  documents.list,
  {
    key: 'fileName',
    label: '文件名称',
    on: ['search', 'table'],
    card: 'title',
    width: 280,
    show: (row) => <FileLink filePath={row.filePath} name={row.fileName} />,
  },
  {
    key: 'state',
    label: '状态',
    kind: 'select',
    options: stateOptions.filter((o) => o.value !== '5'),
    on: ['search', 'table'],
    width: 130,
    show: (row) => <StatusTag tone={policyStateCodes.tones[row.state as 0]}>{policyStateLabels[row.state as 0]}</StatusTag>,
  },
  { key: 'policyTitle', label: '政策标题', on: ['search', 'table'], width: 280 },
  { key: 'docNo', label: '文号', on: ['table'], width: 190 },
  { key: 'publishDate', label: '发文日期', kind: 'date', on: ['table'], width: 120 },
  { key: 'reviewOpinion', label: '审核意见', on: ['table'], width: 200 },
  { key: 'updateTime', label: '更新时间', kind: 'dateTime', on: ['table'], width: 170 },
)
const criteria = searchFields(fields)
const shape = searchShape(criteria)
/** A search by name alone uses its own address for the same list (spec §7). */
const byName = { ...documents.list, path: documents.byName.path }
const moves = {
  approve: { label: '审核通过', effect: '通过后对企业公开。' },
  reject: { label: '退回修改', danger: true as const, reason: true as const, phrases: ['文件与政策不符', '文件不清晰', '不是正式印发件'] },
}

/** 政策文件管理: files of policies; searched by name, reviewed, published, deleted. */
export default function ManageDocuments() {
  const can = useCan()
  const atOnce = usePublishesAtOnce()
  const refresh = useRefreshList(LIST)
  const { state } = useListAddress(shape)
  const [open, setOpen] = useState<PolicyDocument | 'new' | null>(null)
  const { batchDelete, refusedRows } = useDocumentBatch(refresh)
  const [judged, setJudged] = useState<PolicyDocument | null>(null)
  const move = (
    label: string,
    endpoint: typeof documents.takeUp,
    allowed: PolicyDocument['allowed'][number],
    effect: string,
    danger?: true,
  ): RowAction<PolicyDocument> => ({
    label,
    when: (row) => row.allowed.includes(allowed),
    ...(danger ? { danger } : {}),
    ask: (row) => ({ title: `${label}“${row.fileName}”？`, effect }),
    run: async (row) => {
      await call(endpoint, { body: { id: row.id, version: row.version } })
      toast.success(`已${label}`)
      await refresh()
    },
  })
  return (
    <>
      <SearchBar fields={criteria} shape={shape} />
      <PagedTable
        name={LIST}
        first="还没有政策文件。文件在编辑政策时添加，随政策公开，读者可以下载。"
        fields={fields}
        shape={shape}
        endpoint={Object.keys(state.filters).join() === 'fileName' ? byName : documents.list}
        {...(can('policy:edit') ? { choosing: { batch: [batchDelete] } } : {})}
        actions={[
          { label: '审核', when: (row) => row.allowed.includes('approve'), open: setJudged },
          { label: '编辑', when: (row) => row.allowed.includes('edit'), open: (row) => setOpen(row) },
          atOnce
            ? move('发布', documents.publish, 'publish', '本平台发布不经审核，随即对企业公开。')
            : move('提交审核', documents.publish, 'publish', '由同事审核通过后对企业公开。'),
          move('上架', documents.takeUp, 'takeUp', '上架后对企业公开。'),
          move('下架', documents.takeDown, 'takeDown', '下架后企业不能再下载。', true),
          {
            label: '删除',
            when: (row) => row.allowed.includes('delete'),
            danger: true,
            ask: (row) => ({
              title: `删除“${row.fileName}”？`,
              effect: row.polInfoId ? '文件不再随政策展示，删除后不能在页面上恢复。' : '删除后不能在页面上恢复。',
            }),
            run: async (row) => {
              await call(documents.deleteFile, { query: { id: row.id, version: row.version } })
              toast.success('已删除')
              await refresh()
            },
          },
        ]}
        tools={
          <>
            {can('policy:edit') && (
              <Button type="primary" onClick={() => setOpen('new')}>
                新增文件
              </Button>
            )}
            {can('export:run') && <ExportButton title="导出政策文件" source={exportSource('policyDocument', state.filters)} />}
          </>
        }
      />
      {open && <DocumentDialog document={open === 'new' ? null : open} onClose={() => setOpen(null)} onDone={refresh} />}
      {refusedRows}
      {judged && (
        <ReviewDialog
          draft={`policy-file-review:${judged.id}`}
          title="审核政策文件"
          subject={
            <>
              {judged.policyTitle}：<FileLink filePath={judged.filePath} name={judged.fileName} />
            </>
          }
          open
          allowed={judged.allowed}
          moves={moves}
          onClose={() => setJudged(null)}
          onDecide={async (name, reason) => {
            const body = {
              id: judged.id,
              version: judged.version,
              reviewState: name === 'approve' ? 'pass' : 'reject',
              reviewOpinion: reason || null,
            } as const
            await call(documents.review, { body }, { silent: true })
            toast.success(name === 'approve' ? '已通过' : '已退回')
            await refresh()
          }}
        />
      )}
    </>
  )
}
