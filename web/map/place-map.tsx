import { useEffect, useRef, useState } from 'react'
import { market } from '../../contract/market/dealing.ts'
import { call } from '../api.ts'
import { CountyMap, type Base } from './county-map.ts'

/** The map is loaded this far before it comes into view. */
const AHEAD = '400px'

/** The position of one item; its address is given as text above. On a phone most readers never come down to it, so it waits for them. */
export function PlaceMap({ lng, lat, title }: { lng: number; lat: number; title: string }) {
  const place = useRef<HTMLParagraphElement>(null)
  const [base, setBase] = useState<Base | null>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        watch.disconnect()
        call(market.base, { query: {} }, { silent: true }).then(setBase, () => setFailed(true))
      },
      { rootMargin: AHEAD },
    )
    if (place.current) watch.observe(place.current)
    return () => watch.disconnect()
  }, [])
  if (failed) return <p className="meta">地图暂时不能显示。</p>
  if (!base)
    return (
      <p ref={place} role="status" data-print="hide">
        正在加载地图…
      </p>
    )
  return <CountyMap label={`${title}的位置`} base={base} pins={[{ lng, lat, count: 1, title, lit: true }]} center={[lng, lat]} zoom={12} />
}
