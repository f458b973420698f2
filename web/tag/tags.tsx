import { Button, Skeleton, Space } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { smartLabels, tag, type TagRow } from '../../contract/tag.ts'
import { call } from '../api.ts'
import { fieldsOf, searchFields } from '../kit/form/fields.ts'
import { PagedTable } from '../kit/table/paged-table.tsx'
import type { RowAction } from '../kit/table/row-actions.tsx'
import { SearchBar, searchShape } from '../kit/table/search-bar.tsx'
import { useRefreshList } from '../kit/table/use-list.ts'
import { useCan } from '../session.ts'
import { withChunkTimeout } from '../shell/chunks.ts'
import { toast } from '../toast.ts'
import { TagHistory } from './tag-history.tsx'
import { TagMark } from './tag-mark.tsx'
import { FormDrawer } from '../kit/dialog/form-drawer.tsx'

// The forms and the rule editor are loaded on demand, because of the JavaScript budget of a table page.
const TagForm = lazy(withChunkTimeout(() => import('./tag-form.client.tsx')))

const LIST = 'labmanag'
const yesNo = (yes: string, no: string) => [
  { label: yes, value: 'true' },
  { label: no, value: 'false' },
]
const fields = fieldsOf(
  tag.list,
  {
    key: 'tagName',
    label: '标签名称',
    on: ['search', 'table'],
    card: 'title',
    width: 220,
    show: (row) => (
      <TagMark colour={row.colour} smart={row.smartFlag === 1}>
        {row.tagName}
      </TagMark>
    ),
  },
  { key: 'parentName', label: '上级标签', on: ['table'], width: 120 },
  {
    key: 'smartFlag',
    label: '类型',
    kind: 'select',
    options: [
      { label: smartLabels[0], value: '0' },
      { label: smartLabels[1], value: '1' },
    ],
    on: ['search', 'table'],
    width: 100,
    show: (row) => smartLabels[row.smartFlag],
  },
  { key: 'companyCount', label: '企业数', kind: 'number', on: ['table'], width: 90 },
  { key: 'visible', label: '对企业', on: ['table'], width: 100, show: (row) => (row.visible ? '可见' : '仅内部') },
  {
    key: 'enabled',
    label: '状态',
    kind: 'select',
    options: yesNo('启用', '停用'),
    on: ['search', 'table'],
    width: 80,
    show: (row) => (row.enabled ? '启用' : '停用'),
  },
  { key: 'refreshTime', label: '最近计算', kind: 'dateTime', on: ['table'], width: 160 },
  { key: 'description', label: '说明', on: ['table'], width: 220 },
)
const shape = searchShape(searchFields(fields))

type Open = { kind: 'form'; id: number | null; smart: boolean } | { kind: 'history'; row: TagRow }

/** 标签管理: tags assigned by hand or by rule. A background task computes a rule's companies and reports its end. */
export default function Tags() {
  const manages = useCan()('tag:manage')
  const refresh = useRefreshList(LIST)
  const [open, setOpen] = useState<Open | null>(null)

  /** Polls for at most a minute until the task ends, then reports the changes. */
  const follow = async (id: number) => {
    for (let i = 0; i < 60; i++) {
      await new Promise((go) => setTimeout(go, 1000))
      const { refresh: state } = await call(tag.findById, { query: { id } }, { silent: true }).catch(() => ({ refresh: null }))
      if (!state || state.state === 'queued' || state.state === 'running') continue
      if (state.state === 'done') toast.success(`计算完成：新增 ${state.joined ?? 0} 家，移出 ${state.left ?? 0} 家`)
      else toast.error('计算没有完成，请稍后重试')
      return refresh()
    }
    toast.info('计算还在进行，结束后刷新列表可见')
    await refresh()
  }
  const actions: RowAction<TagRow>[] = [
    { label: '编辑', when: () => manages, open: (row) => setOpen({ kind: 'form', id: row.id, smart: row.smartFlag === 1 }) },
    { label: '查看企业', to: (row) => `/work/qyLabel?tagId=${row.id}` },
    {
      label: '重新计算',
      when: (row) => manages && row.smartFlag === 1 && row.enabled,
      run: async (row) => {
        await call(tag.refresh, { body: { id: row.id } })
        toast.info('已开始计算')
        void follow(row.id)
      },
    },
    { label: '变动记录', open: (row) => setOpen({ kind: 'history', row }) },
    {
      label: '删除',
      danger: true,
      when: () => manages,
      ask: (row) => ({ title: `删除标签“${row.tagName}”？`, effect: `${row.companyCount} 家企业将不再带有此标签，变动记录一并删除。` }),
      run: async (row) => {
        await call(tag.remove, { body: { id: row.id } })
        toast.success('已删除')
        await refresh()
      },
    },
  ]
  return (
    <>
      <SearchBar fields={searchFields(fields)} shape={shape} />
      <PagedTable
        name={LIST}
        fields={fields}
        shape={shape}
        actions={actions}
        endpoint={tag.list}
        {...(manages
          ? {
              choosing: {
                noEverything: true as const,
                batch: [
                  {
                    label: '删除',
                    danger: true,
                    effect: '这些标签将从所有企业上取下。有下级标签的不会删除。',
                    run: async (selection, _count, clear) => {
                      // This cannot happen, because this list does not offer to select everything.
                      if (selection.all) return
                      const done = await call(tag.removeSeveral, { body: { ids: selection.ids.map(Number) } })
                      const refused = done.list.filter((row) => !row.ok)
                      if (refused.length > 0)
                        toast.warning(`已删除 ${done.successCount} 个；${refused.map((row) => row.message).join('；')}`)
                      else toast.success(`已删除 ${done.successCount} 个`)
                      clear()
                      await refresh()
                    },
                  },
                ],
              },
            }
          : {})}
        tools={
          manages && (
            <Space wrap>
              <Button type="primary" onClick={() => setOpen({ kind: 'form', id: null, smart: false })}>
                新增标签
              </Button>
              <Button onClick={() => setOpen({ kind: 'form', id: null, smart: true })}>新增智能标签</Button>
            </Space>
          )
        }
        first="还没有标签，先新增一个分类，再在分类下新增标签。"
      />
      <FormDrawer
        title={open?.kind === 'form' ? `${open.id ? '编辑' : '新增'}${open.smart ? '智能标签' : '标签'}` : ''}
        open={open?.kind === 'form'}
        onClose={() => setOpen(null)}
        size={open?.kind === 'form' && open.smart ? 920 : 560}
      >
        {open?.kind === 'form' && (
          <Suspense fallback={<Skeleton active />}>
            <TagForm
              id={open.id}
              smart={open.smart}
              onCancel={() => setOpen(null)}
              onSaved={(id, computing) => {
                setOpen(null)
                toast.success(computing ? '已保存，正在按规则计算企业' : '已保存')
                void refresh()
                if (computing) void follow(id)
              }}
            />
          </Suspense>
        )}
      </FormDrawer>
      <TagHistory tag={open?.kind === 'history' ? open.row : null} onClose={() => setOpen(null)} />
    </>
  )
}
