import 'leaflet/dist/leaflet.css'
import L from 'leaflet'
import { useEffect, useRef } from 'react'
import styles from './map.module.css'

/** The base map: streets as rings, rivers and roads as lines; [lng, lat] in CGCS2000. */
export interface Base {
  bounds: readonly number[]
  streets: readonly { name: string; ring: readonly (readonly number[])[] }[]
  /** map tiles below the drawing, from this server */
  tiles?: boolean
  lines: readonly { name: string; kind: 'river' | 'road'; points: readonly (readonly number[])[] }[]
}
export interface Pin {
  lng: number
  lat: number
  /** number of things at this place; 1: a single one */
  count: number
  title: string
  /** highlighted, because the list shows it */
  lit?: boolean
  onOpen?: () => void
}
interface Props {
  label: string
  base: Base
  pins: readonly Pin[]
  /** centre of the first view; default: the county */
  center?: readonly [lng: number, lat: number] | undefined
  zoom?: number
  /** called with the first view and after each move: west, south, east, north and the zoom */
  onMoved?: ((box: readonly [number, number, number, number], zoom: number) => void) | undefined
  /** called when the user chooses a place */
  onPick?: ((lng: number, lat: number) => void) | undefined
}
const at = ([lng, lat]: readonly number[]): [number, number] => [lat!, lng!]
const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** Adds the map tiles. When a tile fails, they are removed once and for all, a note says so, and the drawing below remains. */
function layTiles(map: L.Map): void {
  const layer = L.tileLayer('/map/tiles?z={z}&x={x}&y={y}', { maxNativeZoom: 16, maxZoom: 18 })
  let said = false
  layer.on('tileerror', () => {
    if (said) return
    said = true
    layer.remove()
    const note = new L.Control({ position: 'topright' })
    note.onAdd = () => {
      const text = L.DomUtil.create('span', styles.note)
      text.textContent = '在线底图暂时取不到，显示的是示意底图'
      text.setAttribute('role', 'status')
      return text
    }
    note.addTo(map)
  })
  layer.addTo(map)
}

/**
 * A map with pins over the county's own drawing; it reads nothing from other sites. Pins are buttons with names, reached with Tab and
 * opened with Enter or the space bar. A list beside the map always has the same content.
 */
export function CountyMap({ label, base, pins, center, zoom = 11, onMoved, onPick }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const map = useRef<L.Map | null>(null)
  const marks = useRef<L.LayerGroup | null>(null)
  // The present handlers, because the map is created only once.
  const heard = useRef({ onMoved, onPick })
  heard.current = { onMoved, onPick }
  const start = useRef({ center, zoom })

  useEffect(() => {
    const made = L.map(box.current!, {
      preferCanvas: true,
      attributionControl: false,
      keyboard: true,
      zoomControl: false,
      zoomSnap: 0.25,
      minZoom: 6,
      maxZoom: 18,
    })
    L.control.zoom({ position: 'bottomright', zoomInTitle: '放大', zoomOutTitle: '缩小' }).addTo(made)
    if (base.tiles) layTiles(made)
    const [west = 73, south = 3, east = 136, north = 54] = base.bounds
    for (const { ring, name } of base.streets)
      L.polygon(ring.map(at), { color: '#8aa4bd', weight: 1, fillColor: '#fbfaf6', fillOpacity: base.tiles ? 0 : 1, interactive: false })
        .addTo(made)
        .bindTooltip(escape(name), { permanent: true, direction: 'center', className: styles.street!, interactive: false })
    for (const { points, kind } of base.lines)
      L.polyline(points.map(at), {
        color: kind === 'river' ? '#7fb2d6' : '#c9b48a',
        weight: kind === 'river' ? 4 : 2,
        interactive: false,
      }).addTo(made)
    // Also called for the first view, because its zoom decides which pins are grouped.
    made.on('moveend', () => {
      const b = made.getBounds()
      heard.current.onMoved?.([b.getWest(), b.getSouth(), b.getEast(), b.getNorth()], made.getZoom())
    })
    if (start.current.center) made.setView(at(start.current.center), start.current.zoom)
    else
      made.fitBounds([
        [south, west],
        [north, east],
      ])
    made.on('click', (e) => heard.current.onPick?.(e.latlng.lng, e.latlng.lat))
    marks.current = L.layerGroup().addTo(made)
    map.current = made
    return () => {
      map.current = null
      made.remove()
    }
  }, [base])

  useEffect(() => {
    const layer = marks.current
    if (!layer) return
    layer.clearLayers()
    const side = document.documentElement.dataset.elder === '1' ? 44 : 28
    for (const pin of pins) {
      const name = pin.count > 1 ? `${pin.count} 处，放大查看` : pin.title
      const icon = L.divIcon({
        className: '',
        html: `<span class="${styles.pin}"${pin.lit ? ' data-lit' : ''}>${pin.count > 1 ? pin.count : '●'}</span>`,
        iconSize: [side, side],
      })
      const mark = L.marker([pin.lat, pin.lng], { icon, keyboard: true, title: name, alt: name }).addTo(layer)
      const open = () => {
        if (pin.count > 1) map.current?.setView([pin.lat, pin.lng], map.current.getZoom() + 2)
        else pin.onOpen?.()
      }
      mark.on('click', open)
      const button = mark.getElement()
      button?.setAttribute('aria-label', name)
      // By itself Leaflet opens a marker with Enter only when it has a popup.
      button?.addEventListener('keydown', (e) => {
        if (e.key !== 'Enter' && e.key !== ' ') return
        e.preventDefault()
        open()
      })
    }
  }, [pins, base])

  return <div ref={box} className={styles.map} role="application" aria-label={label} />
}
