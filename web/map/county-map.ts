import { createElement } from 'react'
import { lazyPart } from '../shell/lazy-part.tsx'

export type { Base, Pin } from './map.client.tsx'
/** The map is loaded when it is first shown; its content is always in a list beside it, too. */
export const CountyMap = lazyPart(
  () => import('./map.client.tsx').then((m) => m.CountyMap),
  createElement('p', { role: 'status' }, '正在加载地图…'),
)
