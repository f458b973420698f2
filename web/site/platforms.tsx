import { Button } from 'antd'
import { useState } from 'react'
import { z } from 'zod'
import { platformProtocols, platforms, SavePlatform, type PlatformRow } from '../../contract/site/platforms.ts'
import { call } from '../api.ts'
import { FormModal } from '../kit/dialog/form-modal.tsx'
import { fieldsOf, searchFields } from '../kit/form/fields.ts'
import { formFields, RecordForm } from '../kit/form/record-form.tsx'
import { StatusTag } from '../kit/status-tag.tsx'
import { PagedTable } from '../kit/table/paged-table.tsx'
import { SearchBar, searchShape } from '../kit/table/search-bar.tsx'
import { useRefreshList } from '../kit/table/use-list.ts'
import { toast } from '../toast.ts'

const LIST = 'platforms'
const columns = fieldsOf(
  platforms.list,
  { key: 'keyword', label: '关键词', on: ['search'], placeholder: '名称、地址' },
  { key: 'name', label: '平台', on: ['table'], width: 180, card: 'title' },
  { key: 'url', label: '地址', on: ['table'], width: 260 },
  { key: 'protocol', label: '接入方式', on: ['table'], width: 110, show: (row) => platformProtocols[row.protocol] },
  { key: 'hosts', label: '域名', on: ['table'], width: 220, show: (row) => row.hosts.join('、') },
  { key: 'linkNum', label: '首页链接', kind: 'number', on: ['table'], width: 100 },
  {
    key: 'enableFlag',
    label: '状态',
    on: ['table'],
    width: 100,
    show: (row) => <StatusTag tone={row.enableFlag === 1 ? 'done' : 'off'}>{row.enableFlag === 1 ? '启用' : '停用'}</StatusTag>,
  },
)
const criteria = searchFields(columns)
const shape = searchShape(criteria)
const Typed = z.object({
  name: SavePlatform.shape.name,
  url: SavePlatform.shape.url,
  protocol: SavePlatform.shape.protocol,
  hosts: z.string({ error: '请填写至少一个域名' }).min(1, '请填写至少一个域名').max(1300, '最多 10 个域名'),
  enableFlag: z.boolean().optional(),
  remark: SavePlatform.shape.remark,
})
const fields = formFields(
  Typed,
  { key: 'name', label: '平台名称', maxLength: 40 },
  { key: 'url', label: '平台地址', maxLength: 300 },
  {
    key: 'protocol',
    label: '接入方式',
    kind: 'radio',
    options: Object.entries(platformProtocols).map(([value, label]) => ({ value, label })),
    hint: '签名链接：打开时带上经签名的用户编号，只用于可信的政务平台',
  },
  { key: 'hosts', label: '域名', kind: 'longText', hint: '每行一个，例如 www.example.gov.cn' },
  { key: 'enableFlag', label: '启用', kind: 'switch' },
  { key: 'remark', label: '备注（可不填）', maxLength: 200 },
)

/** 平台管理: outside systems that the site leads to; only their hosts may be signed. */
export default function Platforms() {
  const refresh = useRefreshList(LIST)
  const [editing, setEditing] = useState<PlatformRow | 'new' | null>(null)
  return (
    <>
      <SearchBar fields={criteria} shape={shape} />
      <PagedTable
        name={LIST}
        fields={columns}
        shape={shape}
        endpoint={platforms.list}
        first="还没有登记平台。首页菜单要带签名打开其他网站时，先在这里登记它的域名。"
        tools={
          <Button type="primary" onClick={() => setEditing('new')}>
            新增平台
          </Button>
        }
        actions={[
          { label: '编辑', run: (row) => setEditing(row) },
          {
            label: '删除',
            danger: true,
            ask: (row) => ({ title: `删除“${row.name}”？`, effect: '还有带签名的链接时不能删除。' }),
            run: async (row) => {
              await call(platforms.remove, { body: { id: row.id, version: row.version } })
              toast.success('已删除')
              await refresh()
            },
          },
        ]}
      />
      {editing && <PlatformDialog platform={editing === 'new' ? null : editing} onClose={() => setEditing(null)} onDone={refresh} />}
    </>
  )
}

function PlatformDialog({ platform: p, onClose, onDone }: { platform: PlatformRow | null; onClose(): void; onDone(): Promise<unknown> }) {
  return (
    <FormModal open title={p ? `编辑平台：${p.name}` : '新增平台'} onClose={onClose} width={600}>
      <RecordForm
        schema={Typed}
        fields={fields}
        initial={p ? { ...p, hosts: p.hosts.join('\n'), enableFlag: p.enableFlag === 1 } : { protocol: 'plain', enableFlag: true }}
        draft={{ key: `platform:${p?.id ?? 'new'}` }}
        onCancel={onClose}
        onSubmit={async ({ name, url, protocol, hosts, enableFlag, remark }) => {
          const body = {
            ...(p ? { id: p.id, version: p.version } : {}),
            name,
            url,
            protocol,
            hosts: hosts
              .split('\n')
              .map((one) => one.trim())
              .filter(Boolean),
            enableFlag: enableFlag ? (1 as const) : (0 as const),
            remark: remark ?? '',
          }
          await call(platforms.save, { body }, { silent: true })
          toast.success('已保存')
          onClose()
          await onDone()
        }}
      />
    </FormModal>
  )
}
