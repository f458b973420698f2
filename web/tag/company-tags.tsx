import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { companyTag, tag } from '../../contract/tag.ts'
import { call } from '../api.ts'
import { ExportButton } from '../kit/exchange/export-button.tsx'
import { exportSource } from '../kit/exchange/export-source.ts'
import { fieldsOf, searchFields } from '../kit/form/fields.ts'
import type { Option } from '../kit/choose/options.ts'
import { PagedTable } from '../kit/table/paged-table.tsx'
import type { RowAction } from '../kit/table/row-actions.tsx'
import { SearchBar, searchShape } from '../kit/table/search-bar.tsx'
import type { Selection } from '../kit/table/selection.ts'
import { useRefreshList } from '../kit/table/use-list.ts'
import { useCan } from '../session.ts'
import { toast } from '../toast.ts'
import { lazyPart } from '../shell/lazy-part.tsx'
import type { Assigning } from './assign-tags.tsx'
import { TagMark } from './tag-mark.tsx'
import { asked } from '../asked.ts'
import type { RowOf } from '../../contract/endpoint.ts'

const AssignTags = lazyPart(() => import('./assign-tags.tsx').then((m) => m.AssignTags))
const CompanyTagDrawer = lazyPart(() => import('./company-tag-drawer.tsx').then((m) => m.CompanyTagDrawer))

const LIST = 'qyLabel'
/** Maximum length of `idList` in the contract. */
const AT_MOST = 200
type Row = RowOf<typeof companyTag.list>

const fields = fieldsOf(
  companyTag.list,
  { key: 'keyword', label: '企业', kind: 'text', on: ['search'], placeholder: '企业名称或社会信用代码' },
  {
    key: 'tagId',
    label: '标签',
    kind: 'select',
    on: ['search'],
    options: {
      key: 'tag-options',
      load: async () =>
        (await call(tag.options, { query: {} })).map((o): Option => ({ label: `${o.tagName}（${o.companyCount}）`, value: String(o.id) })),
    },
  },
  { key: 'companyName', label: '企业名称', on: ['table'], card: 'title', width: 280 },
  { key: 'code', label: '社会信用代码', on: ['table'], width: 190 },
  { key: 'streetName', label: '镇街', on: ['table'], width: 110 },
  {
    key: 'tags',
    label: '标签',
    on: ['table'],
    width: 420,
    show: (row) =>
      row.tags.length === 0
        ? '无'
        : row.tags.map((t) => (
            <TagMark key={t.id} colour={t.colour}>
              {t.tagName}
            </TagMark>
          )),
  },
)
const shape = searchShape(searchFields(fields))

/** 企业标签: the companies with each tag; tags are added and removed one by one or for many companies at once. */
export default function CompanyTags() {
  const manages = useCan()('tag:manage')
  const [params] = useSearchParams()
  const tagId = params.get('tagId')
  const refresh = useRefreshList(LIST)
  const [assigning, setAssigning] = useState<Assigning | null>(null)
  const [looking, setLooking] = useState<Row | null>(null)

  /** The ids of a selection; when everything is selected, the filtered list is read page by page. */
  const idsOf = async (selection: Selection): Promise<number[] | null> => {
    if (!selection.all) return selection.ids.map(Number)
    const ids: number[] = []
    for (let page = 1; page <= AT_MOST / 100; page++) {
      const { list, total } = await call(companyTag.list, { query: asked(companyTag.list, { ...selection.filter, page, pageSize: 100 }) })
      if (total - selection.except.length > AT_MOST) {
        toast.warning(`一次最多 ${AT_MOST} 家企业，请缩小筛选范围`)
        return null
      }
      ids.push(...list.map((c) => c.id).filter((id) => !selection.except.includes(id)))
    }
    return ids
  }
  const start = (on: boolean) => async (selection: Selection, _count: number, clear: () => void) => {
    const companyIds = await idsOf(selection)
    if (companyIds) setAssigning({ on, companyIds, done: clear })
  }
  const actions: RowAction<Row>[] = [
    { label: '标签详情', open: (row) => setLooking(row) },
    { label: '挂标签', when: () => manages, open: (row) => setAssigning({ on: true, companyIds: [row.id], name: row.companyName }) },
    {
      label: '取下标签',
      when: (row) => manages && row.tags.some((t) => t.smartFlag === 0),
      open: (row) => setAssigning({ on: false, companyIds: [row.id], name: row.companyName }),
    },
    { label: '画像', to: (row) => `/work/CorporatePortrait?companyId=${row.id}` },
  ]
  return (
    <>
      <SearchBar fields={searchFields(fields)} shape={shape} />
      <PagedTable
        name={LIST}
        first="还没有企业。企业登录并建立档案，或由部门导入档案后，在这里看它们的标签。"
        fields={fields}
        shape={shape}
        actions={actions}
        endpoint={companyTag.list}
        {...(manages
          ? {
              choosing: {
                batch: [
                  { label: '批量挂标签', ownQuestion: true as const, run: start(true) },
                  { label: '批量取下标签', ownQuestion: true as const, danger: true as const, run: start(false) },
                ],
              },
            }
          : {})}
        tools={tagId && <ExportButton title="导出标签企业名单" source={exportSource('tagCompany', { tagId })} />}
      />
      {assigning && <AssignTags assigning={assigning} onClose={() => setAssigning(null)} onDone={() => void refresh()} />}
      {looking && <CompanyTagDrawer company={looking} onClose={() => setLooking(null)} />}
    </>
  )
}
