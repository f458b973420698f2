import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { directMine, directPublic, type PublishedList } from '../../contract/direct.ts'
import { fieldsOf, searchFields } from '../kit/form/fields.ts'
import { PagedTable } from '../kit/table/paged-table.tsx'
import { SearchBar, searchShape } from '../kit/table/search-bar.tsx'
import { StatusTag } from '../kit/status-tag.tsx'
import { ListState } from './list-state.tsx'
import { listKey } from '../kit/table/use-list.ts'
import { lazyPart } from '../shell/lazy-part.tsx'
import css from './direct.module.css'
import { mine, rowTones, shanghaiToday } from './words.ts'
import { wan } from '../kit/money.ts'
import { Tabs } from '../kit/tabs.tsx'
import { TODOS_KEY } from '../kit/todos-key.ts'

const MyRowDrawer = lazyPart(() => import('./my-row.tsx').then((m) => m.MyRowDrawer))
const PublicRowsDrawer = lazyPart(() => import('./public-rows.tsx').then((m) => m.PublicRowsDrawer))
const WhyDrawer = lazyPart(() => import('./why.tsx').then((m) => m.WhyDrawer))

const MINE = 'myDirect'
const PUBLIC = 'directPublic'
const myFields = fieldsOf(
  directMine.list,
  { key: 'title', label: '名单', on: ['table'], card: 'title', width: 280 },
  {
    key: 'amount',
    label: '金额',
    on: ['table'],
    kind: 'money',
    unit: '万元',
    width: 120,
    show: (r) => <span className="num">{wan(r.amount)}</span>,
  },
  {
    key: 'state',
    label: '状态',
    on: ['table'],
    width: 140,
    show: (r) => <StatusTag tone={r.listState === 'cancelled' ? 'refused' : rowTones[r.state]}>{mine(r).name}</StatusTag>,
  },
  { key: 'listState', label: '下一步', on: ['table'], width: 320, show: (r) => mine(r).next },
  { key: 'publicTo', label: '公示截止', on: ['table'], width: 120 },
  { key: 'policyTitle', label: '政策', on: ['table'], width: 240 },
)
const publicFields = fieldsOf(
  directPublic.list,
  { key: 'keyword', label: '关键词', on: ['search'], placeholder: '名单、政策名称' },
  { key: 'title', label: '名单', on: ['table'], card: 'title', width: 280 },
  { key: 'policyTitle', label: '政策', on: ['table'], width: 240 },
  {
    key: 'state',
    label: '状态',
    on: ['table'],
    width: 120,
    show: (l) => <ListState list={l} />,
  },
  { key: 'companies', label: '企业', on: ['table'], width: 90, show: (l) => <span className="num">{l.companies} 家</span> },
  { key: 'amount', label: '合计', on: ['table'], width: 130, show: (l) => <span className="num">{wan(l.amount)}</span> },
  { key: 'publicTo', label: '公示截止', on: ['table'], width: 120 },
)
const criteria = searchFields(publicFields)
const myShape = { filters: [], prefix: 'm' }
const publicShape = searchShape(criteria, { prefix: 'p' })
const idOf = (text: string | null) => (/^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : null)

/**
 * 免申即享 for a company: lists that contain it, to accept or decline, and all published lists, with the reason why it is or is not on them.
 */
export default function MyDirect() {
  const [params, setParams] = useSearchParams()
  const client = useQueryClient()
  const [shown, setShown] = useState<PublishedList | null>(null)
  const id = idOf(params.get('id'))
  const list = idOf(params.get('list'))
  const go = (key: 'id' | 'list', value: number | null) =>
    setParams((now) => {
      const to = new URLSearchParams(now)
      to.delete('id')
      to.delete('list')
      if (value !== null) to.set(key, String(value))
      return to
    })
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['direct'] }),
      client.invalidateQueries({ queryKey: TODOS_KEY }),
      ...[MINE, PUBLIC].map((name) => client.invalidateQueries({ queryKey: listKey(name) })),
    ])
  const own = (
    <>
      <p className={css.note}>部门按政策和已授权的企业档案生成名单，您只需确认意愿和收款账户，不用申报。</p>
      <PagedTable
        name={MINE}
        fields={myFields}
        shape={myShape}
        endpoint={directMine.list}
        actions={[{ label: (r) => (r.moves.includes('consent') ? '查看并确认' : '查看'), open: (r) => go('id', r.id) }]}
        first="本企业还没有被列入免申即享名单。可在“全部名单”中查询为什么不在名单里。"
      />
    </>
  )
  const all = (
    <>
      <SearchBar fields={criteria} shape={publicShape} />
      <PagedTable
        name={PUBLIC}
        fields={publicFields}
        shape={publicShape}
        endpoint={directPublic.list}
        actions={[
          { label: '为什么', open: (l) => go('list', l.id) },
          { label: '公示名单', when: (l) => l.state === 'announced' && shanghaiToday() <= l.publicTo, open: (l) => setShown(l) },
        ]}
        first="目前没有公示的免申即享名单。"
      />
    </>
  )
  const tab = params.get('tab') === 'all' || list !== null ? 'all' : 'mine'
  return (
    <>
      <Tabs
        activeKey={tab}
        destroyOnHidden
        items={[
          { key: 'mine', label: '我的名单', children: own },
          { key: 'all', label: '全部名单', children: all },
        ]}
        onChange={(next) => setParams(next === 'all' ? { tab: 'all' } : {})}
      />
      <MyRowDrawer id={id} onClose={() => go('id', null)} onDone={refresh} />
      <WhyDrawer
        listId={list}
        onClose={() => {
          setParams({ tab: 'all' })
        }}
        onDone={refresh}
      />
      <PublicRowsDrawer list={shown} onClose={() => setShown(null)} />
    </>
  )
}
