import { readFileSync } from 'node:fs'
import { invalid, type FieldIssue } from '../kernel/errors.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { perKernel } from '../kernel/per-kernel.ts'

type Point = [lng: number, lat: number]
/** Data of the map: streets as rings, rivers and roads as lines; CGCS2000. */
export interface County {
  bounds: [west: number, south: number, east: number, north: number]
  streets: { code: string; name: string; ring: Point[] }[]
  lines: { name: string; kind: 'river' | 'road'; points: Point[] }[]
}
interface Feature {
  properties: { code?: string; name: string; kind: 'street' | 'river' | 'road' }
  geometry: { type: 'Polygon'; coordinates: Point[][] } | { type: 'LineString'; coordinates: Point[] }
}

/** The county from the GeoJSON of MAP_FILE; a fictional one in demo mode; else null. */
const county = perKernel((k): County | null => {
  const file = k.config.MAP_FILE ?? (k.config.DEMO ? new URL('../../seed/data/county-map.json', import.meta.url) : null)
  if (!file) return null
  const { features } = JSON.parse(readFileSync(file, 'utf8')) as { features: Feature[] }
  const streets = features.flatMap(({ properties: { code = '', name }, geometry }) =>
    geometry.type === 'Polygon' ? [{ code, name, ring: geometry.coordinates[0] ?? [] }] : [],
  )
  const lines = features.flatMap(({ properties: { name, kind }, geometry }) =>
    geometry.type === 'LineString'
      ? [{ name, kind: kind === 'river' ? ('river' as const) : ('road' as const), points: geometry.coordinates }]
      : [],
  )
  const all = streets.flatMap(({ ring }) => ring)
  const [lngs, lats] = [all.map(([lng]) => lng), all.map(([, lat]) => lat)]
  return { bounds: [Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)], streets, lines }
})
export const countyOf = (k: Kernel): County => county(k) ?? { bounds: [73, 3, 136, 54], streets: [], lines: [] }

/** Tolerance for pins outside the county's bounding box, in degrees, because borders are drawn roughly. */
const MARGIN = 0.02
/** What is wrong with a pin outside the county; usually it was copied from a map with another reference system. */
export function pinFault(k: Kernel, lng: number | null, lat: number | null): FieldIssue | null {
  const here = county(k)
  if (lng === null || lat === null || !here) return null
  const [west, south, east, north] = here.bounds
  if (lng >= west - MARGIN && lng <= east + MARGIN && lat >= south - MARGIN && lat <= north + MARGIN) return null
  const turned = lat >= west - MARGIN && lat <= east + MARGIN && lng >= south - MARGIN && lng <= north + MARGIN
  return {
    path: 'lng',
    message: turned ? '经度和纬度可能填反了' : '位置不在本县范围内。如果坐标是从高德（GCJ-02）或百度（BD-09）复制的，请选择坐标来源后换算',
  }
}
/** Throws for a pin outside the county. */
export function checkPin(k: Kernel, lng: number | null, lat: number | null): void {
  const fault = pinFault(k, lng, lat)
  if (fault) throw invalid([fault])
}
