import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { marketKeeping, type Favourite, type SavedSearch } from '../../contract/market/keeping.ts'
import { itemPath, marketKinds, type MarketKind } from '../../contract/market/states.ts'
import { call } from '../api.ts'
import { Dialog } from '../shell/dialog.tsx'
import { queryOf, withQuery } from '../shell/address.ts'
import { toast } from '../toast.ts'
import { filterKeys, listOf } from './addresses.ts'
import styles from './market.module.css'
import { useLoggedInAgain } from '../kit/form/shown-failure.ts'

const MOST = 50
const pathOf = ({ kind, filters }: SavedSearch): string => withQuery(listOf(kind), new URLSearchParams(), filters)

/** Saved searches, which notify of new items, and favourites, which notify of changes. */
export function KeptDialog({ kind, onClose }: { kind: MarketKind; onClose(): void }) {
  const [params] = useSearchParams()
  const [searches, setSearches] = useState<SavedSearch[] | null>(null)
  const [favourites, setFavourites] = useState<Favourite[] | null>(null)
  const [failed, setFailed] = useState(false)
  const load = () =>
    void Promise.all([
      call(marketKeeping.searches, { query: {} }, { silent: true }),
      call(marketKeeping.favourites, { query: { pageSize: MOST } }, { silent: true }),
    ]).then(
      ([kept, items]) => {
        setFailed(false)
        setSearches(kept)
        setFavourites(items.list)
      },
      () => setFailed(true),
    )
  useEffect(load, [])
  const { near: _near, ...filters } = queryOf(`${location.origin}/?${params}`, ['q', ...filterKeys])
  const change = async (sent: Promise<unknown>, said: string) => {
    if (
      await sent.then(
        () => true,
        () => false,
      )
    )
      toast.success(said)
    load()
  }
  return (
    <Dialog title="收藏与筛选" onClose={onClose}>
      {failed && <p role="alert">暂时读不到，请稍后再试。</p>}
      <h3>保存的筛选</h3>
      <SaveForm kind={kind} filters={filters} onSaved={load} />
      {searches?.length === 0 && <p className="meta">还没有保存的筛选。保存后有新的信息时通知您。</p>}
      <ul className={styles.kept}>
        {searches?.map((one) => (
          <li key={one.id}>
            {one.usable ? <a href={pathOf(one)}>{one.name}</a> : <span>{one.name}</span>}
            <span className="meta">{one.usable ? marketKinds[one.kind].name : '条件已调整，不能再使用，请删除后重新保存'}</span>
            <button
              type="button"
              className="btn btn-small"
              aria-label={`删除筛选 ${one.name}`}
              onClick={() => void change(call(marketKeeping.removeSearch, { body: { id: one.id } }), '已删除')}
            >
              删除
            </button>
          </li>
        ))}
      </ul>
      <h3>收藏的信息</h3>
      {favourites?.length === 0 && <p className="meta">还没有收藏。在详情页点“收藏”。</p>}
      <ul className={styles.kept}>
        {favourites?.map((one) => (
          <li key={one.id}>
            {one.listed ? <a href={itemPath(one.kind, one.id)}>{one.title}</a> : <span>{one.title}</span>}
            <span className="meta">{one.listed ? [one.areaText, one.priceText, one.streetName].join(' · ') : '目前不公开'}</span>
            <button
              type="button"
              className="btn btn-small"
              aria-label={`取消收藏 ${one.title}`}
              onClick={() => void change(call(marketKeeping.favour, { body: { kind: one.kind, id: one.id, on: false } }), '已取消收藏')}
            >
              取消收藏
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

function SaveForm({ kind, filters, onSaved }: { kind: MarketKind; filters: Record<string, string>; onSaved(): void }) {
  const [name, setName] = useState('')
  const [fault, setFault] = useState('')
  useLoggedInAgain(() => setFault(''))
  if (Object.keys(filters).length === 0) return <p className="meta">先在列表上选择条件，再在这里保存。</p>
  const save = async () => {
    if (!name.trim()) return setFault('请输入名称')
    try {
      await call(marketKeeping.saveSearch, { body: { kind, name, filters } }, { silent: true })
    } catch (error) {
      return setFault(error instanceof Error ? error.message : '没有保存，请重试')
    }
    setName('')
    setFault('')
    toast.success('已保存，有新的信息时通知您')
    onSaved()
  }
  return (
    <form
      className={styles.name}
      onSubmit={(e) => {
        e.preventDefault()
        void save()
      }}
    >
      <label>
        <span className="field-label">给现在的条件起个名称</span>
        <input
          className="field"
          value={name}
          maxLength={30}
          aria-invalid={fault !== ''}
          aria-describedby="save-search-fault"
          onChange={(e) => {
            setName(e.target.value)
            setFault('')
          }}
        />
      </label>
      <button type="submit" className="btn">
        保存筛选
      </button>
      <p id="save-search-fault" role="alert" hidden={fault === ''}>
        {fault}
      </p>
    </form>
  )
}
