import { useEffect, useState } from 'react'
import { itemPath } from '../../contract/market/states.ts'
import { Related } from '../shell/public/detail-parts.tsx'
import { noteSeen, type Seen } from './seen.ts'

const SHOWN = 5
/** 最近看过: items viewed earlier in this browser, beside an item. */
export function SeenPart({ kind, id, title }: Seen) {
  const [before, setBefore] = useState<Seen[]>([])
  useEffect(() => setBefore(noteSeen({ kind, id, title })), [kind, id, title])
  return <Related title="最近看过" items={before.slice(0, SHOWN).map((one) => ({ name: one.title, path: itemPath(one.kind, one.id) }))} />
}
