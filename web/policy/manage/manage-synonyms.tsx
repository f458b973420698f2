import { Button } from 'antd'
import { useState } from 'react'
import { synonyms, type SynonymGroup } from '../../../contract/policy/search-desk.ts'
import { call } from '../../api.ts'
import { localMinute } from '../../kit/date/local-time.ts'
import { fieldsOf, searchFields } from '../../kit/form/fields.ts'
import { PagedTable } from '../../kit/table/paged-table.tsx'
import { SearchBar, searchShape } from '../../kit/table/search-bar.tsx'
import { useRefreshList } from '../../kit/table/use-list.ts'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { toast } from '../../toast.ts'

const SynonymDialog = lazyPart(() => import('./synonym-dialog.client.tsx').then((m) => m.SynonymDialog))
const SynonymUses = lazyPart(() => import('./synonym-uses.client.tsx').then((m) => m.SynonymUses))

const LIST = 'searchSynonyms'
const fields = fieldsOf(
  synonyms.list,
  {
    key: 'words',
    label: '同义词',
    on: ['search', 'table'],
    width: 420,
    card: 'title',
    placeholder: '组里的词',
    show: (row) => row.words.join('、'),
  },
  { key: 'enabled', label: '启用', on: ['table'], width: 80, show: (row) => (row.enabled ? '启用' : '停用') },
  { key: 'note', label: '备注', on: ['table'], width: 200 },
  { key: 'updatedByName', label: '修改人', on: ['table'], width: 120, show: (row) => row.updatedByName ?? '系统初始' },
  {
    key: 'updatedAt',
    label: '修改时间',
    on: ['table'],
    width: 160,
    show: (row) => <span className="num">{localMinute(row.updatedAt)}</span>,
  },
)
const criteria = searchFields(fields)
const shape = searchShape(criteria)

/** 搜索同义词: words that the policy search treats as equal. */
export default function ManageSynonyms() {
  const refresh = useRefreshList(LIST)
  const [open, setOpen] = useState<Partial<SynonymGroup> | null>(null)
  const [uses, setUses] = useState<SynonymGroup | null>(null)
  return (
    <>
      <SearchBar fields={criteria} shape={shape} />
      <PagedTable
        name={LIST}
        first="还没有同义词。新增一组后，搜其中任一个词也能找到说其他词的政策。"
        fields={fields}
        shape={shape}
        endpoint={synonyms.list}
        tools={
          <Button type="primary" onClick={() => setOpen({})}>
            新增同义词
          </Button>
        }
        actions={[
          { label: '编辑', open: (row) => setOpen(row) },
          { label: '被谁用到', open: (row) => setUses(row) },
          {
            label: '删除',
            danger: true,
            ask: (row) => ({ title: '删除这组同义词？', effect: `“${row.words.slice(0, 6).join('、')}”不再互相找到。` }),
            run: async (row) => {
              await call(synonyms.remove, { body: { id: row.id } })
              toast.success('已删除')
              await refresh()
            },
          },
        ]}
      />
      {open && <SynonymDialog group={open} onClose={() => setOpen(null)} onDone={refresh} />}
      {uses && <SynonymUses group={uses} onClose={() => setUses(null)} />}
    </>
  )
}
