import { createElement } from 'react'
import { lazyPart } from '../shell/lazy-part.tsx'

export type { Base, Pin } from './map.client.tsx'
/** The map arrives when it is first shown; what it shows stands in a list beside it. */
export const CountyMap = lazyPart(
  () => import('./map.client.tsx').then((m) => m.CountyMap),
  createElement('p', { role: 'status' }, '正在加载地图…'),
)
