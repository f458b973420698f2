import { useEffect, useMemo, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { market } from '../../contract/market/dealing.ts'
import { itemPath, type MarketKind } from '../../contract/market/states.ts'
import { call } from '../api.ts'
import { CountyMap, type Base, type Pin } from '../map/index.ts'
import { queryOf, withQuery } from '../shell/address.ts'
import { filterKeys, listOf } from './addresses.ts'
import { useLit, type Lit } from './use-lit.ts'

/** Highlights the pin of the row that the user points at; if the item is part of a group, it adds a pin of its own. */
function withLit(kind: MarketKind, pins: readonly Pin[], lit: Lit | null): readonly Pin[] {
  if (!lit) return pins
  const alone = (pin: Pin) => pin.count === 1 && pin.lng === lit.lng && pin.lat === lit.lat
  if (pins.some(alone)) return pins.map((pin) => (alone(pin) ? { ...pin, lit: true } : pin))
  return [
    ...pins,
    { lng: lit.lng, lat: lit.lat, count: 1, title: lit.title, lit: true, onOpen: () => location.assign(itemPath(kind, lit.id)) },
  ]
}

/**
 * The list on a map; moving the map searches there while the switch is on. Without base data there is no map; when pins cannot be loaded,
 * the map stays.
 */
export function MarketMap({ kind }: { kind: MarketKind }) {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const [base, setBase] = useState<Base | null>(null)
  const [pins, setPins] = useState<Pin[]>([])
  const [follow, setFollow] = useState(false)
  const [failed, setFailed] = useState<'base' | 'pins' | null>(null)
  const [zoom, setZoom] = useState(11)
  const [middle, setMiddle] = useState<string | null>(null)
  const asked = params.toString()
  const lit = useLit(asked)
  const shown = useMemo(() => withLit(kind, pins, lit), [kind, pins, lit])
  useEffect(() => {
    call(market.base, { query: {} }, { silent: true }).then(setBase, () => setFailed('base'))
  }, [])
  useEffect(() => {
    let gone = false
    const { q, ...filters } = queryOf(`${location.origin}/?${asked}`, ['q', ...filterKeys])
    call(market.map, { query: { kind, ...filters, ...(q ? { keyword: q.slice(0, 64) } : {}), zoom } }, { silent: true }).then(
      (found) => {
        if (gone) return
        setFailed((now) => (now === 'pins' ? null : now))
        setPins(found.pins.map((pin) => ({ ...pin, onOpen: () => pin.id !== null && location.assign(itemPath(kind, pin.id)) })))
      },
      () => {
        if (!gone) setFailed((now) => now ?? 'pins')
      },
    )
    return () => {
      gone = true
    }
  }, [kind, asked, zoom])
  if (failed === 'base') return <p role="status">地图暂时不能显示，下面的列表不受影响。</p>
  if (!base) return <p role="status">正在加载地图…</p>
  return (
    <section aria-label="地图" style={{ marginTop: 16 }}>
      <label style={{ display: 'inline-flex', alignItems: 'center', gap: 8, minHeight: 40, marginRight: 16 }}>
        <input type="checkbox" checked={follow} onChange={(e) => setFollow(e.target.checked)} />
        移动地图时搜索
      </label>
      {middle && (
        <a className="btn btn-small" href={withQuery(listOf(kind), params, { near: middle, sort: 'distance' })}>
          按离地图中心的距离排序
        </a>
      )}
      {failed === 'pins' && <p role="status">标记暂时不能更新，下面的列表不受影响。</p>}
      <CountyMap
        label="供应所在位置，列表中有同样的内容"
        base={base}
        pins={shown}
        onMoved={(box, now) => {
          // The map can also be between two whole zoom levels.
          setZoom(Math.round(now))
          setMiddle(`${((box[0] + box[2]) / 2).toFixed(5)},${((box[1] + box[3]) / 2).toFixed(5)}`)
          if (follow)
            void navigate(withQuery(listOf(kind), params, { box: box.map((x) => x.toFixed(5)).join(',') }), {
              replace: true,
              preventScrollReset: true,
            })
        }}
      />
    </section>
  )
}
