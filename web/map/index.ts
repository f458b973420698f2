import { lazyPart } from '../shell/lazy-part.tsx'

export { CountyMap, type Base, type Pin } from './county-map.ts'
/** The position of one thing, loaded after its page has appeared. */
export const PlaceMap = lazyPart(() => import('./place-map.tsx').then((m) => m.PlaceMap))
