import { Button } from 'antd'
import { useState } from 'react'
import { evidence, evidenceKinds, SaveEvidence, type EvidenceRow } from '../../contract/declaration/process.ts'
import { call } from '../api.ts'
import { fieldsOf, searchFields } from '../kit/form/fields.ts'
import { PagedTable } from '../kit/table/paged-table.tsx'
import { FormModal } from '../kit/dialog/form-modal.tsx'
import { formFields, RecordForm } from '../kit/form/record-form.tsx'
import { SearchBar, searchShape } from '../kit/table/search-bar.tsx'
import { StatusTag } from '../kit/status-tag.tsx'
import { useRefreshList } from '../kit/table/use-list.ts'
import { toast } from '../toast.ts'
import { FileLinks } from './review/file-links.tsx'
import { PaperFile } from './paper-file.tsx'

const LIST = 'company-evidence'
const kinds = Object.entries(evidenceKinds).map(([value, label]) => ({ value, label }))
const expiry = (r: EvidenceRow) =>
  r.daysLeft === null ? (
    '长期'
  ) : (
    <>
      {r.expiresOn}{' '}
      <StatusTag tone={r.daysLeft < 0 ? 'urgent' : r.daysLeft <= 30 ? 'waiting' : 'done'}>
        {r.daysLeft < 0 ? '已过期' : r.daysLeft === 0 ? '今天到期' : `剩 ${r.daysLeft} 天`}
      </StatusTag>
    </>
  )
const ends = [
  { value: 'true', label: '有效' },
  { value: 'false', label: '已过期' },
]
const fields = fieldsOf(
  evidence.list,
  { key: 'keyword', label: '关键词', kind: 'text', on: ['search'], placeholder: '名称、编号' },
  { key: 'name', label: '材料名称', on: ['table'], width: 220, card: 'title' },
  { key: 'kind', label: '类别', kind: 'select', options: kinds, on: ['search', 'table'], width: 150, show: (r) => r.kindName },
  { key: 'valid', label: '有效期', kind: 'select', options: ends, on: ['search'] },
  { key: 'number', label: '编号', on: ['table'], width: 150 },
  { key: 'expiresOn', label: '有效期至', on: ['table'], width: 190, show: expiry },
  {
    key: 'fileName',
    label: '文件',
    on: ['table'],
    width: 260,
    show: (r) => (
      <>
        {r.fileName} <FileLinks file={r} />
      </>
    ),
  },
)
const shape = searchShape(searchFields(fields))
const ownFields = formFields(
  SaveEvidence,
  { key: 'name', label: '材料名称', maxLength: 80 },
  { key: 'kind', label: '类别', kind: 'select', options: kinds },
  { key: 'number', label: '编号', maxLength: 60 },
  { key: 'issuedOn', label: '签发日期', kind: 'date' },
  { key: 'expiresOn', label: '有效期至', kind: 'date', hint: '不填为长期有效；到期前 30 天、7 天和当天提醒' },
  { key: 'filePath', label: '文件', as: PaperFile },
  { key: 'note', label: '备注', maxLength: 200 },
)

const shownOf = ({ id, version, name, kind, number, filePath, issuedOn, expiresOn, note }: EvidenceRow) => ({
  id,
  version,
  name,
  kind,
  number,
  filePath,
  issuedOn,
  expiresOn,
  note,
})
const latest = async (id: number) => {
  const { list } = await call(evidence.list, { query: { pageSize: 100 } }, { silent: true })
  return shownOf(list.find((row) => row.id === id)!)
}

/** 企业材料库: papers for declarations, which take copies, with expiry dates. */
export default function Vault() {
  const refresh = useRefreshList(LIST)
  const [open, setOpen] = useState<EvidenceRow | 'new' | null>(null)
  const row = open === 'new' ? null : open
  return (
    <>
      <SearchBar fields={searchFields(fields)} shape={shape} />
      <PagedTable
        name={LIST}
        first="还没有材料。存一份常用材料并写明有效期，申报时可以直接取用，快到期的会标出来。"
        fields={fields}
        shape={shape}
        endpoint={evidence.list}
        tools={
          <Button type="primary" onClick={() => setOpen('new')}>
            添加材料
          </Button>
        }
        actions={[
          { label: '更新', run: async (r) => setOpen(r) },
          {
            label: '删除',
            danger: true,
            ask: (r) => ({ title: `删除“${r.name}”？`, effect: '已提交的申报不受影响。' }),
            run: async (r) => {
              await call(evidence.remove, { body: { id: r.id } })
              toast.success('已删除')
              await refresh()
            },
          },
        ]}
      />
      {open && (
        <FormModal title={row ? '更新材料' : '添加材料'} open onClose={() => setOpen(null)}>
          <RecordForm
            schema={SaveEvidence}
            draft={row ? undefined : { key: 'evidence:new' }}
            fields={ownFields}
            initial={row ? shownOf(row) : {}}
            latest={row ? () => latest(row.id) : undefined}
            onCancel={() => setOpen(null)}
            onSubmit={async (values) => {
              await call(evidence.save, { body: values }, { silent: true })
              toast.success('保存成功')
              setOpen(null)
              await refresh()
            }}
          />
        </FormModal>
      )}
    </>
  )
}
