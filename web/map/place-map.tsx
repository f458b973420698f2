import { useEffect, useState } from 'react'
import { market } from '../../contract/market/dealing.ts'
import { call } from '../api.ts'
import { CountyMap, type Base } from './county-map.ts'

/** The position of one item; its address is given as text above. */
export function PlaceMap({ lng, lat, title }: { lng: number; lat: number; title: string }) {
  const [base, setBase] = useState<Base | null>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    call(market.base, { query: {} }, { silent: true }).then(setBase, () => setFailed(true))
  }, [])
  if (failed) return <p className="meta">地图暂时不能显示。</p>
  if (!base) return <p role="status">正在加载地图…</p>
  return <CountyMap label={`${title}的位置`} base={base} pins={[{ lng, lat, count: 1, title, lit: true }]} center={[lng, lat]} zoom={12} />
}
